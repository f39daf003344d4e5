import type { ReactNode } from 'react';
import { Icon } from './Icon';

export type Slide = { id: string; label: string; content: ReactNode };

/**
 * Cards in a row that scrolls and snaps: one at a time on a phone, three on a desktop. The arrows are links to the
 * neighbouring card, and the row loops, so it needs no script. Ids go into the address ("#plan-3").
 */
export function Carousel({ label, slides }: { label: string; slides: readonly Slide[] }) {
  return (
    <section aria-label={label} className="relative sm:px-12 print:px-0">
      <ul className="slides grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col gap-4 overflow-x-auto overscroll-x-contain rounded-card p-1 sm:auto-cols-[calc((100%-1rem)/2)] lg:auto-cols-[calc((100%-2rem)/3)] print:grid-flow-row print:grid-cols-2">
        {slides.map(({ id, content }, index) => (
          <li
            key={id}
            id={id}
            className="slide min-w-0 snap-start scroll-mx-1 scroll-my-[25vh] rounded-card target:ring-2 target:ring-accent *:first:h-full"
          >
            {content}
            <div className="slide-arrows">
              <Arrow to={slides.at(index - 1)} back />
              <Arrow to={slides[(index + 1) % slides.length]} />
            </div>
          </li>
        ))}
      </ul>
      <ul className="mx-12 mt-2 flex min-h-11 flex-wrap justify-center sm:mx-0 print:hidden">
        {slides.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center px-2 text-sm">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Arrow({ to, back = false }: { to?: Slide; back?: boolean }) {
  if (!to) return null;
  return (
    <a
      href={`#${to.id}`}
      className={`absolute bottom-0 grid sm:top-[calc(50%-3rem)] sm:bottom-auto size-11 place-items-center rounded-full border border-control bg-surface text-ink hover:bg-well print:hidden ${back ? 'start-0' : 'end-0'}`}
    >
      <Icon name={back ? 'chevron-left' : 'chevron-right'} />
      <span className="sr-only">
        {back ? 'Previous' : 'Next'}: {to.label}
      </span>
    </a>
  );
}
