import { EventsTable } from '~/features/auditLog/components';
import { bookLineTitle } from '~/ledger/chartOfAccounts';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Card, Foot, Grid, Page, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { VisuallyHidden } from '~/ui/Text';
import { Age, Money, Stat, Time } from '~/ui/tables/Data';
import type { overviewNow, Queue as QueueFacts } from '../overview.server';

type Facts = Awaited<ReturnType<typeof overviewNow>>;

/** What waits, how the books stand, what happened last. */
export function Overview({
  queues,
  users,
  failedMails,
  waitingForReserve,
  silentPrices,
  otherFeed,
  books,
  events,
  at,
}: Facts) {
  const reserves = books?.equity.filter(({ name }) => name.startsWith('reserve:')) ?? [];
  return (
    <Page title="Overview" lead={`${users} open ${users === 1 ? 'account' : 'accounts'}`}>
      {failedMails !== null && failedMails > 0 && (
        <Notice tone="warning">
          {failedMails} {failedMails === 1 ? 'mail was' : 'mails were'} given up.{' '}
          <Link to="/admin/outbox?show=failed">See what failed</Link>
        </Notice>
      )}
      {waitingForReserve !== null && waitingForReserve > 0 && (
        <Notice tone="warning">
          {waitingForReserve} {waitingForReserve === 1 ? 'payment waits' : 'payments wait'} for a reserve that is short.{' '}
          <Link to="/admin/books">Look at the reserves</Link>
        </Notice>
      )}
      {silentPrices && (
        <Notice tone="warning">
          The exchange has given no new prices since <Time at={silentPrices} />. Orders, copied trades and stops wait.
          It is asked again by itself, and the log says why it failed.
        </Notice>
      )}
      {otherFeed && <Notice tone="warning">{otherFeed}</Notice>}
      <Grid cell="tiny">
        {queues.pending && <Queue title="Deposits" {...queues.pending} at={at} to="/admin/deposits" />}
        {queues.requested && <Queue title="Withdrawals" {...queues.requested} at={at} to="/admin/withdrawals" />}
        {queues.approved && (
          <Queue title="Approved" what="to pay out" {...queues.approved} at={at} to="/admin/withdrawals" />
        )}
        {queues.support && <Queue title="Support" {...queues.support} at={at} to="/admin/support" />}
        {queues.papers && <Queue title="KYC" {...queues.papers} at={at} to="/admin/kyc" />}
        {queues.leaders && <Queue title="Copy requests" {...queues.leaders} at={at} to="/admin/leader-requests" />}
      </Grid>
      {books && (
        <Card>
          <Grid cell="large">
            <Stat label="Owed to investors" value={<Money cents={books.totals.liabilities} />} />
            {reserves.map(({ name, cents }) => (
              <Stat key={name} label={bookLineTitle(name)} value={<Money cents={cents} />} />
            ))}
          </Grid>
        </Card>
      )}
      {events && (
        <Section title="Newest events" actions={<LinkButton to="/admin/audit">Audit log</LinkButton>}>
          <EventsTable events={events} caption="The newest ten events" atMost={10} />
        </Section>
      )}
    </Page>
  );
}

/** What waits in one queue: how much, for how long, and whether more comes than before. `what` is done with it. */
function Queue(props: QueueFacts & { title: string; what?: string; at: Date; to: string }) {
  const { title, what = 'to decide', n, cents, oldest, came, at, to } = props;
  return (
    <Card tone={n > 0 ? 'accent' : 'plain'}>
      <Stat
        label={title}
        value={n}
        detail={
          <Stack gap="tight">
            <span>
              {n === 0 ? 'Nothing waits' : what}
              {n > 0 && cents !== undefined && (
                <>
                  , <Money cents={cents} />
                </>
              )}
            </span>
            {oldest && (
              <span>
                Oldest: <Age since={oldest} at={at} />
              </span>
            )}
            {came && (
              <span>
                This week {came.week}, last {came.weekBefore}
              </span>
            )}
          </Stack>
        }
      />
      {n > 0 && (
        <Foot>
          <LinkButton to={to}>
            Review
            <VisuallyHidden>
              {' '}
              {title.toLowerCase()} {what}
            </VisuallyHidden>
          </LinkButton>
        </Foot>
      )}
    </Card>
  );
}
