import type { CSSProperties } from 'react';

/**
 * Picture that depends on theme and screen (`/picture-NAME-phone-light.avif` and siblings). It is a CSS background loaded near the
 * viewport, since without scripts browsers load every `<img>` immediately.
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
