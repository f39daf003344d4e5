import { EventsTable } from '~/features/auditLog/components';
import { bookLineTitle } from '~/ledger/chartOfAccounts';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Card, Foot, Grid, Page, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { VisuallyHidden } from '~/ui/Text';
import { Money, Stat, Time } from '~/ui/tables/Data';
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
        {queues.pending && <Queue title="Deposits to decide" {...queues.pending} to="/admin/deposits" />}
        {queues.requested && <Queue title="Withdrawals to decide" {...queues.requested} to="/admin/withdrawals" />}
        {queues.approved && <Queue title="Withdrawals to pay" {...queues.approved} to="/admin/withdrawals" />}
        {queues.papers && <Queue title="KYC to decide" {...queues.papers} to="/admin/kyc" />}
        {queues.leaders && <Queue title="Copy requests" {...queues.leaders} to="/admin/leader-requests" />}
      </Grid>
      <Grid cell="large">
        {books && <Stat label="Owed to investors" value={<Money cents={books.totals.liabilities} />} />}
        {reserves.map(({ name, cents }) => (
          <Stat key={name} label={bookLineTitle(name)} value={<Money cents={cents} />} />
        ))}
      </Grid>
      {events && (
        <Section title="Newest events" actions={<LinkButton to="/admin/audit">Audit log</LinkButton>}>
          <EventsTable events={events} caption="The newest ten events" atMost={10} />
        </Section>
      )}
    </Page>
  );
}

function Queue({ title, n, cents, oldest, came, to }: QueueFacts & { title: string; to: string }) {
  return (
    <Card tone={n > 0 ? 'accent' : 'plain'}>
      <Stat
        label={title}
        value={n}
        detail={
          <Stack gap="tight">
            <span>{n === 0 ? 'Nothing waits' : cents !== undefined && <Money cents={cents} />}</span>
            {oldest && (
              <span>
                Oldest since <Time at={oldest} />
              </span>
            )}
            {came && <span>{trend(came)}</span>}
          </Stack>
        }
      />
      {n > 0 && (
        <Foot>
          <LinkButton to={to}>
            Review<VisuallyHidden> {title.toLowerCase()}</VisuallyHidden>
          </LinkButton>
        </Foot>
      )}
    </Card>
  );
}

/** What came in this week beside the week before. */
const trend = ({ week, weekBefore }: { week: number; weekBefore: number }) =>
  `${week} new in 7 days, ${weekBefore} in the 7 before`;
