import { z } from 'zod';
import { ALERT_MARKS, ALERT_QUEUE } from '~/features/backoffice/alerts/alertQueue.server';
import { loadAlertsPage } from '~/features/backoffice/alerts/alerts.server';
import { AlertCard, AlertsTable, CallsTable } from '~/features/backoffice/alerts/components/tables';
import { callIdSchema } from '~/features/backoffice/alerts/schema';
import { sendAlertAgain, testAlerts } from '~/features/backoffice/alerts/sendAlerts.server';
import { DecisionProblem } from '~/features/backoffice/reviewQueue/components/DecisionProblem';
import { parseQueueView } from '~/features/backoffice/reviewQueue/view';
import { May } from '~/features/people/staff/components/May';
import { capitalise } from '~/platform/text/capitalised';
import { hasRight } from '~/signIns/rights';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Page, Section } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { type AdminPost, createKeylessFormAction } from './adminForms.server';
import { createDecisionKeys, decide, listColleagues } from './decide.server';

export const loader = admin.loader('everyone', async ({ administrator }) => {
  const page = await loadAlertsPage(administrator);
  const open = page.open.map(async (row) => ({
    ...row,
    keys: hasRight(administrator, row.actRight) ? createDecisionKeys(ALERT_QUEUE, ALERT_MARKS, administrator) : {},
    colleagues: await listColleagues(row.actRight, administrator),
  }));
  return { ...page, open: await Promise.all(open), me: administrator.id };
});

const markAlert = ({ form, administrator, url }: AdminPost) =>
  decide(ALERT_QUEUE, form, administrator.id, parseQueueView(url.searchParams));

const ALERT_RIGHTS = {
  test: 'operation:change',
  again: 'operation:change',
  // The use case checks the right for the alert's subject.
  take: 'everyone',
  'give-back': 'everyone',
  assign: 'everyone',
  note: 'everyone',
} as const;

export const action = admin.actions(ALERT_RIGHTS, {
  take: markAlert,
  'give-back': markAlert,
  assign: markAlert,
  note: markAlert,
  test: createKeylessFormAction(z.object({}), testAlerts, 'Test alert sent', '/admin/alerts'),
  again: createKeylessFormAction(
    callIdSchema,
    (tx, by, { id }) => sendAlertAgain(tx, by, id),
    'Sending again',
    '/admin/alerts',
  ),
});

const joinTexts = (text: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(text);

export default function Alerts() {
  const { open, faults, ended, calls, receiver, areMailed, me } = useLoaderData<typeof loader>();
  const sent = [
    areMailed && 'mailed to the administrators whom it concerns',
    receiver && `posted to ${receiver}`,
  ].filter((each) => typeof each === 'string');
  const missing = [!areMailed && 'mail', !receiver && 'a receiver of alerts'].filter((each) => each !== false);
  return (
    <Page
      title="Alerts"
      lead={[
        'What needs attention now.',
        sent.length > 0 && `Each alert is also ${joinTexts(sent)}.`,
        missing.length > 0 &&
          `${capitalise(joinTexts(missing))} ${missing.length === 1 ? 'is' : 'are'} not set up; see “Alerts” in the manual.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <DecisionProblem />
      <Section title="Open now">
        {faults.length > 0 && (
          <AlertsTable
            rows={faults.map((fault) => ({ ...fault, page: '/admin/jobs', endedAt: null }))}
            caption="Failures, as seen by the process that serves this page"
            empty=""
          />
        )}
        {open.map((alert) => (
          <AlertCard key={alert.id} alert={alert} me={me} />
        ))}
        {open.length + faults.length === 0 && <Empty icon="check">No alert is open.</Empty>}
      </Section>
      {ended.length > 0 && (
        <Section title="Ended">
          <AlertsTable
            rows={ended}
            caption="Ended alerts, newest first"
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
