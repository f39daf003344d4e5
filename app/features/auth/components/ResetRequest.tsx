import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { Cluster, Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { useActionForm } from '~/web/form/useActionForm';
import { Link, useSearchParams } from '~/web/router';
import { mailRequestSchema } from '../schema';

/** Asks for a mail with a link to choose a new password with, for a user or an administrator who forgot it. */
export function ResetRequest({ title, lead, signIn }: { title: string; lead: string; signIn: string }) {
  const { form, fields } = useActionForm(mailRequestSchema, { id: 'passwordreset' });
  const [query] = useSearchParams();
  return (
    <Page title={title} lead={lead}>
      {query.has('sent') && (
        <Notice tone="success" title="Check your mail">
          If there is an account with that address, a link to choose a new password is on its way. It works for 15
          minutes, and no other is mailed meanwhile; look in the spam folder too. Nothing came? Ask again below.
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
        <Link to={signIn}>Log in</Link>
      </Cluster>
    </Page>
  );
}
