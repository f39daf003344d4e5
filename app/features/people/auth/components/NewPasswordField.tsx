import type { ComponentProps } from 'react';
import { PasswordField } from '~/ui/forms/PasswordField';

/** New password. An error replaces the hint, which says the same. */
export const NewPasswordField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField {...props} hint={props.errors?.length ? undefined : props.hint} />
);
