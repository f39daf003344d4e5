import type { ComponentProps } from 'react';
import { Field } from './Field';

/** The field for a code of the second factor: six digits, or a recovery code. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      hint="The six digits that your authenticator app shows, or one of your recovery codes."
      {...props}
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
