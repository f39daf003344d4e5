import type { ReactNode } from 'react';

/** A slowly moving band of short items; it stops on hover, focus, and while a Pause box of the page is ticked. */
export function Tape(props: { label: string; items: readonly { id: string; content: ReactNode }[]; pause: boolean }) {
  const { label, items, pause } = props;
  return (
    <section aria-label={label} className="tape group flex items-stretch border-y border-line bg-surface print:hidden">
      {pause && (
        <label className="tape-pause min-h-11 shrink-0 cursor-pointer items-center gap-2 border-e border-line px-3 text-sm text-muted has-focus-visible:outline-3 has-focus-visible:outline-accent">
          <input type="checkbox" data-still className="size-4" />
          Pause
        </label>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="tape-window min-w-0 flex-1">
        <div className="tape-band flex w-max">
          <TapeItems items={items} />
          {/* The same again, so that the band has no end; not read out, and gone where nothing moves. */}
          <TapeItems items={items} repeated />
        </div>
      </div>
    </section>
  );
}

function TapeItems({ items, repeated }: { items: readonly { id: string; content: ReactNode }[]; repeated?: boolean }) {
  return (
    <ul aria-hidden={repeated} className={repeated ? 'tape-repeat' : 'flex'}>
      {items.map(({ id, content }) => (
        <li key={id} className="flex min-h-11 items-center gap-2 border-e border-line px-4 whitespace-nowrap">
          {content}
        </li>
      ))}
    </ul>
  );
}
