import type { ComponentProps } from 'react';
import { Field } from './Field';

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
