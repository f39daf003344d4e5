import { LineField } from '~/features/backoffice/components';
import type { CoinToEnter, IdField } from '../../paymentFields.server';

export const createCoinField = ({ coin, filled }: CoinToEnter & { filled?: string }, label: string) =>
  coin
    ? { name: 'coin', label: `${label} in ${coin}`, filled, inputMode: 'decimal' as const, autoComplete: 'off' }
    : null;

export const createReferenceField = ({ hint, practice }: IdField) => ({
  as: LineField,
  name: 'reference',
  label: 'Payment reference (transaction ID)',
  hint,
  filled: practice,
  required: true,
});
