import type { FieldMetadata } from '@conform-to/react';
import { fieldProps } from '~/ui/forms/Field';
import { PasswordField } from '~/ui/forms/PasswordField';

/**
 * A new password and its repetition.
 * @param props.labels what the two are called
 * @param props.least how long it must be, characters; `hint` follows that
 */
export function NewPasswordFields(props: {
  password: FieldMetadata<string>;
  confirmation: FieldMetadata<string>;
  labels: { password: string; confirmation: string };
  least: number;
  hint?: string;
}) {
  const { password, confirmation, labels, least, hint = 'Several words make a good one.' } = props;
  return (
    <>
      <PasswordField
        label={labels.password}
        {...fieldProps(password)}
        hint={`At least ${least} characters. ${hint}`}
        autoComplete="new-password"
      />
      <PasswordField label={labels.confirmation} {...fieldProps(confirmation)} autoComplete="new-password" />
    </>
  );
}
