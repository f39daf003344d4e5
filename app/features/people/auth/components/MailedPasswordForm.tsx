import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { CodeField } from '~/ui/forms/CodeField';
import { Field } from '~/ui/forms/Field';
import { newPasswordWithCodeSchema } from '../schema';
import { newPasswordFields } from './newPasswordFields';

export function MailedPasswordForm(props: {
  id: string;
  email: string;
  secret: string;
  minChars: number;
  hint?: string;
  takesCode?: boolean;
  button: string;
}) {
  const { id, email, secret, minChars, hint, takesCode = false, button } = props;
  return (
    <ActionForm
      schema={newPasswordWithCodeSchema(minChars)}
      id={id}
      hidden={{ _token: secret }}
      fields={[
        <Field key="email" label="Email" name="_email" defaultValue={email} readOnly autoComplete="username" />,
        ...newPasswordFields({ minChars, hint }),
        takesCode && { as: CodeField, name: 'otp', label: 'Code' },
      ]}
    >
      <Button tone="primary" wide>
        {button}
      </Button>
    </ActionForm>
  );
}
