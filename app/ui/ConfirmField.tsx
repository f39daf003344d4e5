import { Field } from './Field';

/** Where a form asks whoever sends it for the code of their second factor; nothing until the server has `asked`. */
export function ConfirmField({ asked, id, errors }: { asked: boolean; id: string; errors?: string[] }) {
  if (!asked) return null;
  return (
    <Field
      name="otp"
      id={id}
      label="Code to confirm"
      hint="From your authenticator app, or a recovery code. It counts for five minutes."
      errors={errors}
      autoComplete="one-time-code"
      maxLength={40}
      required
    />
  );
}
