import type { ReactNode } from 'react';

/** Slowly moving band of short items. It stops on hover, on focus, and while a Pause checkbox on the page is checked. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="tape-window min-w-0 flex-1">
        <div className="tape-band flex w-max">
          <TapeItems items={items} />
          {/* Second copy of the items, so that the band is endless. It is hidden from screen readers and with reduced motion. */}
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
