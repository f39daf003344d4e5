import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Cluster, Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Link, useSearchParams } from '~/web/router';
import { mailRequestSchema } from '../schema';

export function ResetRequest({ title, lead, signIn }: { title: string; lead: string; signIn: string }) {
  const [query] = useSearchParams();
  return (
    <Page title={title} lead={lead}>
      {query.has('sent') && (
        <Notice tone="success" title="Check your mail">
          If there is an account with that address, we have emailed a link to choose a new password. It works for 15
          minutes, and no second one is sent in that time. Check your spam folder too. No email? Ask again below.
        </Notice>
      )}
      <ActionForm
        schema={mailRequestSchema}
        id="passwordreset"
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
      >
        <Button tone="primary" wide>
          Send the link
        </Button>
      </ActionForm>
      <Cluster>
        <Link to={signIn}>Log in</Link>
      </Cluster>
    </Page>
  );
}
