type Size = { width: number; height: number };

/**
 * A picture of the product in the reader's colours and for their screen: `/picture-NAME-phone-light.avif` and its three
 * siblings. `theme` is the one they chose; without a choice their device decides. `caption` stands under it and says what it shows. It loads when it comes near.
 */
export function ThemedPicture(props: { name: string; caption: string; theme: 'light' | 'dark' | null }) {
  const { name, caption, theme } = props;
  const file = (screen: 'phone' | 'desk', colours: 'light' | 'dark') => `/picture-${name}-${screen}-${colours}.avif`;
  const source = (screen: 'phone' | 'desk', size: Size) => {
    const media = screen === 'desk' ? '(min-width: 40rem)' : '(max-width: 39.99rem)';
    return (
      <>
        {theme === null && (
          <source media={`${media} and (prefers-color-scheme: dark)`} srcSet={file(screen, 'dark')} {...size} />
        )}
        <source media={media} srcSet={file(screen, theme ?? 'light')} {...size} />
      </>
    );
  };
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <picture>
        {source('phone', PHONE)}
        {source('desk', DESK)}
        <img
          src={file('desk', theme ?? 'light')}
          alt=""
          loading="lazy"
          decoding="async"
          width={DESK.width}
          height={DESK.height}
          className="block h-auto w-full rounded-card border border-line"
        />
      </picture>
      <figcaption className="text-muted">{caption}</figcaption>
    </figure>
  );
}

/** What `scripts/pictures.mjs` makes. */
const PHONE: Size = { width: 750, height: 880 };
const DESK: Size = { width: 1120, height: 700 };
