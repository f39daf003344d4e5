import type { CSSProperties } from 'react';

/**
 * A picture of the product in the reader's colours and for their screen: `/picture-NAME-phone-light.avif` and its three
 * siblings. `caption` stands under it and says what it shows.
 *
 * Drawn as a background, for browsers without scripts load every `<img>` at once, however far down it stands and before the styles that
 * text waits for. This one is loaded when it comes near.
 */
export function ThemedPicture({ name, caption }: { name: string; caption: string }) {
  const file = (kind: string) => `url(/picture-${name}-${kind}.avif)`;
  const files = {
    '--phone-light': file('phone-light'),
    '--phone-dark': file('phone-dark'),
    '--desk-light': file('desk-light'),
    '--desk-dark': file('desk-dark'),
  };
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div
        aria-hidden="true"
        className="product-picture overflow-hidden rounded-card border border-line bg-accent-soft"
        style={files as CSSProperties}
      >
        <div />
      </div>
      <figcaption className="text-muted">{caption}</figcaption>
    </figure>
  );
}
