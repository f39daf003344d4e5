import { Fragment, type ReactNode } from 'react';
import { MayLink } from '~/features/people/components';
import { bookLineTitle } from '~/ledger/chartOfAccounts';
import { MINUTE } from '~/platform/durations';
import { lowerFirst } from '~/platform/text/capitalised';
import { formatCount } from '~/platform/text/figure';
import type { Right } from '~/signIns/rights';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Link } from '~/ui/Link';
import { Card, Columns, Page, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted, NoWrap } from '~/ui/Text';
import { Age, Money, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { LastDays } from '../lastDays.server';
import type { loadOverview } from '../overview.server';
import { QueueBars, Worklist } from './Queues';

type Facts = Awaited<ReturnType<typeof loadOverview>>;

export function Overview({
  queues,
  users,
  alerts,
  failedMails,
  waitingForReserve,
  silentPrices,
  otherFeed,
  books,
  days,
  first,
  at,
}: Facts) {
  const hasNotices = [alerts.length, failedMails, waitingForReserve, silentPrices, otherFeed].some(Boolean);
  return (
    <Page title="Overview">
      {hasNotices && (
        <Stack gap="tight">
          {alerts.length > 0 && <AlertsNotice alerts={alerts} />}
          {failedMails !== null && failedMails > 0 && (
            <Notice tone="warning">
              {formatCount(failedMails, 'mail')} failed. <Link to="/admin/outbox?show=failed">See which</Link>
            </Notice>
          )}
          {waitingForReserve !== null && waitingForReserve > 0 && (
            <Notice tone="warning">
              {waitingForReserve} {waitingForReserve === 1 ? 'payment waits' : 'payments wait'} for a reserve that is
              short. <Link to="/admin/books">Check the reserves</Link>
            </Notice>
          )}
          {silentPrices && (
            <Notice tone="warning">
              The exchange has given no new prices since <Time at={silentPrices} />. Orders, copied trades and stops
              wait. It is asked again by itself, and the log says why it failed.
            </Notice>
          )}
          {otherFeed && <Notice tone="warning">{otherFeed}</Notice>}
        </Stack>
      )}
      <Columns ratio="main-aside">
        <Stack>
          <Worklist first={first} at={at} />
          {days.flows.length > 0 && <DailyFigures {...days} users={users} />}
        </Stack>
        <Stack>
          <QueueBars queues={queues} at={at} />
          {books && <ReserveCover books={books} at={at} />}
        </Stack>
      </Columns>
    </Page>
  );
}

/** Notice with the open alerts in one line: "2 alerts are open: a job is late (backup), mails fail." */
function AlertsNotice({ alerts: kinds }: Pick<Facts, 'alerts'>) {
  const open = kinds.reduce((sum, { alerts }) => sum + alerts.length, 0);
  const listed = (items: ReactNode[]) => items.map((item, at) => [at > 0 && ', ', item]);
  return (
    <Notice tone="danger">
      <Link to="/admin/alerts">{open === 1 ? '1 alert is open' : `${open} alerts are open`}</Link>:{' '}
      {listed(
        kinds.map(({ title, alerts: [first, ...rest] }) => {
          if (!first?.about)
            return (
              <Link key={title} to={first?.page ?? '/admin/alerts'}>
                {lowerFirst(title)}
              </Link>
            );
          const each = [first, ...rest].map(({ about, page }) => (
            <Link key={about} to={page}>
              {about}
            </Link>
          ));
          return (
            <Fragment key={title}>
              {lowerFirst(title)} ({listed(each)})
            </Fragment>
          );
        }),
      )}
      .
    </Notice>
  );
}

function ReserveCover({ books, at }: { books: NonNullable<Facts['books']>; at: Date }) {
  const reserves = books.equity.filter(({ name }) => name.startsWith('reserve:'));
  const of = (name: string) => reserves.find((each) => each.name === `reserve:${name}`)?.cents ?? 0n;
  const [promised, whole] = [of('committed'), of('committed') + of('free')];
  return (
    <Card title="Reserve cover">
      {promised > 0n ? (
        <p>
          <strong className="text-xl">{formatRatio(whole, promised)}</strong> <Muted>what plans promise</Muted>
        </p>
      ) : (
        <p>No plan is running, so nothing is promised.</p>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        {[...reserves, { name: 'liabilities', cents: books.totals.liabilities }].map(({ name, cents }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name === 'liabilities' ? 'Liabilities' : bookLineTitle(name)}</dt>
            <dd className="text-end font-medium">
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="text-sm">
        <BooksSummary {...books} at={at} />
      </div>
    </Card>
  );
}

/** Formats a ratio: "3.5 times", or "Over 1,000 times". */
const formatRatio = (whole: bigint, part: bigint): string =>
  whole > part * 1_000n ? 'Over 1,000 times' : `${(Number((whole * 10n) / part) / 10).toLocaleString('en-US')} times`;

function BooksSummary({ check, changes, at }: NonNullable<Facts['books']> & { at: Date }) {
  if (!check) return <p>The books have not been checked yet.</p>;
  const { checkedAt, found, invariants, journals } = check;
  return (
    <p>
      {found === 0 ? 'The books are in order' : `${formatCount(found, 'problem')} found in the books`}:{' '}
      {journals.toLocaleString('en-US')} journal entries were checked against {invariants.length} rules{' '}
      <Ago since={checkedAt} at={at} />.{' '}
      {changes && (
        <>
          Later changes were checked <Ago since={changes.checkedAt} at={at} />
          {changes.found > 0 && `, with ${formatCount(changes.found, 'finding')}`}.{' '}
        </>
      )}
      <Link to="/admin/books">Open the books</Link>
    </p>
  );
}

const Ago = (props: { since: Date; at: Date }) =>
  props.at.getTime() - props.since.getTime() < MINUTE ? (
    'just now'
  ) : (
    <>
      <Age {...props} /> ago
    </>
  );

const FLOWS: Record<LastDays['name'], { title: string; to: string; right: Right }> = {
  deposits: { title: 'Deposits credited', to: '/admin/deposits?show=all', right: 'payments:read' },
  withdrawals: { title: 'Withdrawals paid', to: '/admin/withdrawals?show=all', right: 'payments:read' },
  copied: { title: 'Invested in copies', to: '/admin/exposure', right: 'traders:read' },
  users: { title: 'New accounts', to: '/admin/users', right: 'users:read' },
  mails: { title: 'Failed mails', to: '/admin/outbox?show=failed', right: 'mails:read' },
  alerts: { title: 'Alerts', to: '/admin/alerts', right: 'operation:read' },
};

function DailyFigures({ flows, moneyAt, users }: Facts['days'] & Pick<Facts, 'users'>) {
  const figure = ({ unit }: LastDays, value: number): ReactNode =>
    unit === 'usd' ? <Money cents={BigInt(value)} /> : value.toLocaleString('en-US');
  return (
    <Card
      title="Today and this week"
      lead={
        <>
          {formatCount(users, 'account')} {users === 1 ? 'is' : 'are'} open. Days in UTC.
          {moneyAt && (
            <>
              {' '}
              Amounts as of <Time at={moneyAt} />.
            </>
          )}
        </>
      }
    >
      <Table
        caption="Today, this week and the week before"
        rows={flows}
        rowKey={({ name }) => name}
        dense
        columns={[
          {
            header: 'Figure',
            cell: ({ name }) => (
              <MayLink right={FLOWS[name].right} to={FLOWS[name].to}>
                {FLOWS[name].title}
              </MayLink>
            ),
          },
          { header: 'Today', align: 'end', cell: (flow) => figure(flow, flow.today) },
          {
            header: 'Last 7 days (7 before)',
            align: 'end',
            spare: true,
            cell: (flow) => (
              <NoWrap>
                {figure(flow, flow.week)} <Muted>({figure(flow, flow.weekBefore)})</Muted>
              </NoWrap>
            ),
          },
          {
            header: 'Weeks',
            slim: true,
            cell: (flow) => (
              <>
                7 days: {figure(flow, flow.week)}, before: {figure(flow, flow.weekBefore)}
              </>
            ),
          },
          {
            header: 'Last 30 days',
            align: 'end',
            spare: true,
            cell: ({ name, line }) => (
              <Sparkline line={line} label={`${FLOWS[name].title} on each of the last 30 days`} />
            ),
          },
        ]}
      />
    </Card>
  );
}
