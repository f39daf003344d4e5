import { Field } from './Field';

/** The field for the code of the second factor; nothing until the server has `asked` for one. */
export function ConfirmField({ asked, id, errors }: { asked: boolean; id: string; errors?: string[] }) {
  if (!asked) return null;
  return (
    <Field
      name="otp"
      id={id}
      label="Code to confirm"
      hint="From your authenticator app, or a recovery code. It counts for a few minutes."
      errors={errors}
      autoComplete="one-time-code"
      maxLength={40}
      required
    />
  );
}
