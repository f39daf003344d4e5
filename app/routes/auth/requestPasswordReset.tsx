import { getFormProps } from '@conform-to/react';
import { requestPasswordReset } from '~/features/auth/requestPasswordReset.server';
import { mailRequestSchema } from '~/features/auth/schema';
import { Button } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Cluster, Page } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { readCookie } from '~/web/cookies.server';
import { submission } from '~/web/form/submission.server';
import { useActionForm } from '~/web/form/useActionForm';
import { visitor } from '~/web/guard/index.server';
import type { HeadersArgs } from '~/web/responses.server';
import { Link, useSearchParams } from '~/web/router';
import { redirectWithToast } from '~/web/toast.server';

export const meta = () => [{ title: 'Reset password · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await submission(form, mailRequestSchema);
  if (!sent.ok) return sent.refused;
  const asked = await requestPasswordReset(sent.value, { address, known: await readCookie(request, 'known') });
  if (!asked.ok) return sent.refuse(asked.error);
  return await redirectWithToast('/passwordreset?sent', {
    tone: 'success',
    text: 'password reset link sent to Email!',
  });
});

export default function PasswordReset() {
  const { form, fields } = useActionForm(mailRequestSchema, { id: 'passwordreset' });
  const [query] = useSearchParams();
  return (
    <Page
      title="Email verification required"
      lead="Enter the email of your account. If there is one, we mail it a link to choose a new password with; it works for 15 minutes."
    >
      {query.has('sent') && (
        <Notice tone="success" title="Look in your mail">
          If there is an account with that address, a link to choose a new password is on its way. It works for 15
          minutes; look among unwanted mail too. Nothing came? Ask again below.
        </Notice>
      )}
      <PostForm {...getFormProps(form)}>
        <ErrorSummary errors={problemsOf(form, { email: 'Email' })} />
        <Field label="Email" {...fieldProps(fields.email)} type="email" autoComplete="username" />
        <Button tone="primary" wide>
          Send the link
        </Button>
      </PostForm>
      <Cluster>
        <Link to="/login">Sign in</Link>
      </Cluster>
    </Page>
  );
}
