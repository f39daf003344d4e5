import { z } from 'zod';
import { alertsPage } from '~/features/backoffice/alerts/alerts.server';
import { AlertsTable, CallsTable } from '~/features/backoffice/alerts/components/tables';
import { callIdSchema } from '~/features/backoffice/alerts/schema';
import { sendAlertAgain, testAlerts } from '~/features/backoffice/alerts/sendAlerts.server';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { capitalised } from '~/platform/text/capitalised';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Page, Section } from '~/ui/layout/Layout';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Alerts') }];

export const loader = admin.loader('operation:read', alertsPage);

type AdminPost = AdminContext & { form: FormData };

export const action = admin.actions('operation:change', {
  test: async ({ administrator, form }: AdminPost) => {
    const sent = await submission(form, z.object({}));
    if (!sent.ok) return sent.refused;
    const tested = await write((tx) => testAlerts(tx, byAdmin(administrator.id)));
    if (!tested.ok) return sent.refuse(tested.error);
    return await redirectWithToast('/admin/alerts', { tone: 'success', text: 'A test is on its way' });
  },
  again: async ({ administrator, form }: AdminPost) => {
    const sent = await submission(form, callIdSchema);
    if (!sent.ok) return sent.refused;
    const again = await write((tx) => sendAlertAgain(tx, byAdmin(administrator.id), sent.value.id));
    if (!again.ok) return sent.refuse(again.error);
    return await redirectWithToast('/admin/alerts', { tone: 'success', text: 'It will be sent again now' });
  },
});

const listText = (words: readonly (string | false | null)[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(words.filter((each) => typeof each === 'string'));

export default function Alerts() {
  const { open, faults, ended, calls, receiver, areMailed } = useLoaderData<typeof loader>();
  const missing = [!areMailed && 'mail', !receiver && 'a receiver that alerts are posted to'].filter(
    (each) => each !== false,
  );
  return (
    <Page
      title="Alerts"
      lead={`What an operator should know of. Each is ${listText(['shown here', areMailed && 'mailed to the administrators whom it concerns', receiver && `posted to ${receiver}`])}.${missing.length > 0 ? ` ${capitalised(listText(missing))} ${missing.length === 1 ? 'is' : 'are'} not set up; the manual says how, under “Alerts”.` : ''}`}
    >
      <ActionProblem />
      <Section title="Open now">
        {faults.length > 0 && (
          <AlertsTable
            rows={faults.map((fault) => ({ ...fault, page: '/admin/jobs', endedAt: null }))}
            caption="Parts that do not work, as the process that serves this page sees them"
            empty=""
          />
        )}
        {(open.length > 0 || faults.length === 0) && (
          <AlertsTable rows={open} caption="Open alerts, newest first" empty="Nothing is off." />
        )}
      </Section>
      {ended.length > 0 && (
        <Section title="Over">
          <AlertsTable
            rows={ended}
            caption="Alerts that are over, newest first"
            empty="There was no alert in the last 90 days."
          />
        </Section>
      )}
      {(receiver || calls.length > 0) && (
        <Section
          id="posts"
          title="Posts to the receiver"
          actions={
            receiver && (
              <May right="operation:change">
                <PostForm at="posts">
                  <input type="hidden" name="_intent" value="test" />
                  <Button>Send a test</Button>
                </PostForm>
              </May>
            )
          }
        >
          <CallsTable rows={calls} />
        </Section>
      )}
    </Page>
  );
}
