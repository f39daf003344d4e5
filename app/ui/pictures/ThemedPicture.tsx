import type { CSSProperties } from 'react';

/**
 * Picture by colours and screen (`/picture-NAME-phone-light.avif` and siblings). A background, since without scripts
 * browsers load every `<img>` immediately; this one is loaded when it is near the viewport.
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
