import { PRODUCT_NAME } from '~/platform/text/productName';
import type { MetaDescriptor } from '~/web/router';
import type { FaqEntry } from './faq';

/** Organization for search engines. It is a data block and not a script, so the content security policy allows it. */
export const createOrganizationData = (origin: string): MetaDescriptor => ({
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: PRODUCT_NAME,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  },
});

export const createFaqData = (questions: readonly FaqEntry[]): MetaDescriptor => ({
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  },
});
