import type { FormItem } from '~/ui/forms/ActionForm';
import { PasswordField } from '~/ui/forms/PasswordField';

export const newPasswordFields = ({
  minChars,
  hint = 'Several words make a good password.',
}: {
  minChars: number;
  hint?: string;
}): FormItem[] => [
  {
    as: PasswordField,
    name: 'newPassword',
    label: 'New password',
    hint: `At least ${minChars} characters. ${hint}`,
    autoComplete: 'new-password',
  },
  { as: PasswordField, name: 'confirmPassword', label: 'Confirm Password', autoComplete: 'new-password' },
];
