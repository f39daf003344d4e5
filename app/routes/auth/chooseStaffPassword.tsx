import { getFormProps } from '@conform-to/react';
import { NewPasswordFields } from '~/features/auth/components/NewPasswordFields';
import { leastPassword } from '~/features/auth/passwordRules.server';
import { newPasswordWithCodeSchema } from '~/features/auth/schema';
import { resetStaffPassword, staffResetting } from '~/features/staff/resetOwnPassword.server';
import { isPaper } from '~/platform/env';
import { adminAccount } from '~/platform/signIns/knownDevice.server';
import { Button, LinkButton } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Page } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { submission } from '~/web/form/submission.server';
import { useActionForm } from '~/web/form/useActionForm';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { rememberDevice } from '~/web/rememberDevice.server';
import { data, type HeadersArgs } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { redirectWithToast } from '~/web/toast.server';

export const handle = { inMaintenance: true };

export const meta = () => [{ title: 'Administrator’s password · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

export const loader = publicRoute.loader(async ({ url }) => {
  const secret = url.searchParams.get('token') ?? '';
  const found = await staffResetting(secret);
  const holder = found && { email: found.administrator.email, takesCode: found.takesCode };
  return data({ holder, secret, least: leastPassword(), holds: !isPaper() }, { status: holder ? 200 : 400 });
});

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await submission(form, newPasswordWithCodeSchema(leastPassword()));
  if (!sent.ok) return sent.refused;
  const reset = await resetStaffPassword(String(form.get('_token') ?? ''), sent.value, { address });
  if (!reset.ok) return sent.refuse(reset.error);
  const toast = { tone: 'success', text: 'Sign in with your new password' } as const;
  return await redirectWithToast('/admin', toast, [
    await rememberDevice(request, adminAccount(reset.value.administrator)),
  ]);
});

const LABELS = { newPassword: 'New password', confirmPassword: 'Confirm Password', otp: 'Code' };

export default function StaffPassword() {
  const { holder, secret, least, holds } = useLoaderData<typeof loader>();
  const { form, fields } = useActionForm(newPasswordWithCodeSchema(least), { id: 'staffpassword' });
  if (!holder) {
    return (
      <Page title="Administrator’s password">
        <Notice tone="danger">This link has expired, was used already, or is not whole.</Notice>
        <LinkButton to="/staff/passwordreset" tone="primary" wide>
          Ask for a new link
        </LinkButton>
      </Page>
    );
  }
  return (
    <Page title="Administrator’s password">
      {holds && (
        <Notice tone="warning">
          The superadmins are told. For a day afterwards you can look at everything and change nothing.
        </Notice>
      )}
      <PostForm {...getFormProps(form)}>
        <ErrorSummary errors={problemsOf(form, LABELS)} />
        <input type="hidden" name="_token" value={secret} />
        <Field label="Email" name="_email" defaultValue={holder.email} readOnly autoComplete="username" />
        <NewPasswordFields
          password={fields.newPassword}
          confirmation={fields.confirmPassword}
          labels={{ password: LABELS.newPassword, confirmation: LABELS.confirmPassword }}
          least={least}
          hint="All your sign-ins end."
        />
        {holder.takesCode && (
          <Field
            label={LABELS.otp}
            {...fieldProps(fields.otp)}
            hint="The six digits that your authenticator app shows, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Button tone="primary" wide>
          Choose this password
        </Button>
      </PostForm>
    </Page>
  );
}
