import { z } from 'zod';
import { alertsPage } from '~/features/backoffice/alerts/alerts.server';
import { AlertsTable, CallsTable } from '~/features/backoffice/alerts/components/tables';
import { callIdSchema } from '~/features/backoffice/alerts/schema';
import { sendAlertAgain, testAlerts } from '~/features/backoffice/alerts/sendAlerts.server';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { capitalised } from '~/platform/text/capitalised';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Page, Section } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { plainForm } from './adminForms.server';

export const loader = admin.loader('operation:read', alertsPage);

export const action = admin.actions('operation:change', {
  test: plainForm(z.object({}), testAlerts, 'A test is on its way', '/admin/alerts'),
  again: plainForm(
    callIdSchema,
    (tx, by, { id }) => sendAlertAgain(tx, by, id),
    'It will be sent again now',
    '/admin/alerts',
  ),
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
