import { Field } from './Field';

export const CODE_FIELD = {
  name: 'otp',
  label: 'Code to confirm',
  short: 'Code',
  hint: 'From your authenticator app, or a recovery code. It counts for a few minutes.',
  autoComplete: 'one-time-code',
  maxLength: 40,
  required: true,
};

export function ConfirmField({ isRequired, ...field }: { isRequired: boolean; id: string; errors?: string[] }) {
  const { short: _, ...code } = CODE_FIELD;
  return isRequired ? <Field {...code} {...field} /> : null;
}
