import type { MetaDescriptor } from '~/web/router';

/** Title and description of a public page, for people, search engines and shared links. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  const full = `${title} · Mirrorbook`;
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
  ];
}
