import type { Right } from '~/signIns/rights';

/** Kinds of catalogue entries as URLs name them: `/admin/catalogue?edit=plan:gold`, `?add=plan`. */
export const CATALOGUE_KINDS = ['plan', 'deposit-method', 'withdrawal-method', 'rate'] as const;
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];

export const KIND_NAMES: Record<CatalogueKind, string> = {
  plan: 'plan',
  'deposit-method': 'deposit method',
  'withdrawal-method': 'withdrawal method',
  rate: 'rate',
};

/** Rights to change catalogue entries, by kind. Methods direct payments, while limits are a policy of the operator. */
export const ENTRY_RIGHTS: Record<CatalogueKind, Right> = {
  plan: 'plans:change',
  'deposit-method': 'terms:change',
  'withdrawal-method': 'terms:change',
  rate: 'terms:change',
};
