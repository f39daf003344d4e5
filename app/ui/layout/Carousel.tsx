import { type MouseEvent, type ReactNode, useState } from 'react';
import { Icon } from '../pictures/Icon';

export type Slide = { id: string; label: string; href: string; content: ReactNode };

/**
 * Row of cards that starts at the slide `first` and loops, and an index of all cards. Arrows and entries of the index are links to
 * the page with another slide; with scripts the row turns in place.
 */
export function Carousel({
  id,
  label,
  first,
  slides,
}: {
  id: string;
  label: string;
  first: string | null;
  slides: readonly Slide[];
}) {
  const [firstSlideId, setFirstSlideId] = useState(first);
  const start = Math.max(
    slides.findIndex((slide) => slide.id === firstSlideId),
    0,
  );
  const turned = [...slides.slice(start), ...slides.slice(0, start)];
  const linkTo = (slide: Slide) => ({
    href: `${slide.href}#${id}`,
    onClick: (event: MouseEvent) => {
      // Opens normally in another tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setFirstSlideId(slide.id);
    },
  });
  return (
    <section id={id} aria-label={label} className="flex scroll-mt-24 flex-col gap-3">
      {/* Recreated on each turn, since browsers keep the snap position of a row. */}
      <ul
        key={start}
        className="-m-1 grid [scroll-snap-type:x_mandatory] auto-cols-[88%] grid-flow-col gap-4 overflow-x-auto overscroll-x-contain rounded-card p-1 sm:auto-cols-[calc((100%-1rem)/2)] lg:auto-cols-[calc((100%-2rem)/3)] print:grid-flow-row print:grid-cols-2"
      >
        {turned.map(({ id, content }) => (
          <li key={id} className="min-w-0 snap-start scroll-mx-1 rounded-card *:first:h-full">
            {content}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 items-center gap-2 sm:grid-cols-[auto_minmax(0,1fr)_auto] print:hidden">
        {[turned.at(-1), turned.at(1)].map(
          (slide, next) =>
            slide && (
              <a
                key={next ? 'next' : 'previous'}
                {...linkTo(slide)}
                className={`grid size-11 place-items-center rounded-full border border-control bg-surface text-ink hover:bg-well ${next ? 'justify-self-end sm:order-2' : ''}`}
              >
                <Icon name={next ? 'chevron-right' : 'chevron-left'} />
                <span className="sr-only">
                  {next ? 'Next' : 'Previous'}: {slide.label}
                </span>
              </a>
            ),
        )}
        <ul className="grid grid-cols-2 gap-2 max-sm:col-span-2 sm:order-1 sm:grid-cols-3 xl:grid-cols-6">
          {slides.map((slide) => (
            <li key={slide.id} className="min-w-0">
              <a
                {...linkTo(slide)}
                aria-current={slide === turned[0] || undefined}
                className="grid min-h-11 place-items-center rounded-control border border-line bg-surface px-2 font-medium no-underline hover:border-accent aria-[current]:border-accent aria-[current]:bg-accent-soft"
              >
                {slide.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
