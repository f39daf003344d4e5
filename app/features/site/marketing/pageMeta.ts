import { pageTitle } from '~/platform/text/productName';
import type { MetaDescriptor } from '~/web/router';

export function pageMeta(title: string, description: string): MetaDescriptor[] {
  const full = pageTitle(title);
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
  ];
}
