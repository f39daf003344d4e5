import { planTitle } from '~/features/money/plans/planTitle';
import { loadInvestmentsPage } from '~/features/money/plans/queries.server';
import { formatUsd } from '~/ledger/money';
import { createPageLinks } from '~/platform/db/paging';
import { LinkButton } from '~/ui/Button';
import { Card, Cluster, Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted, NoWrap } from '~/ui/Text';
import { CursorPager, Money, Progress, StatusBadge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { investor } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';

export const loader = investor.loader(async ({ user, url }) => loadInvestmentsPage(user.id, url.searchParams));

const END_LABELS = { running: 'Matures', matured: 'Matured', ended: 'Ended' } as const;

export default function Investments() {
  const { rows, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page title="Your investments" actions={rows.length > 0 && <LinkButton to="/plans">Choose a plan</LinkButton>}>
      {rows.length > 0 && (
        <Notice tone="warning">
          No market pays returns like these. Each is paid out of the operator’s reserve, where it was set aside when the
          plan was sold; earnings can be spent once the plan has matured.
        </Notice>
      )}
      <Card>
        <Table
          caption="Your investments, newest first"
          rows={rows}
          rowKey={({ id }) => id}
          empty="You have not invested in a plan yet. Each one is listed here with its earnings and its end."
          start={
            <LinkButton to="/plans" tone="primary">
              Choose a plan
            </LinkButton>
          }
          dense
          columns={[
            { header: 'Plan', cell: ({ planName }) => <NoWrap>{planTitle(planName)}</NoWrap> },
            { header: 'Amount', align: 'end', cell: ({ principal }) => <Money cents={principal} /> },
            { header: 'Start date', folded: true, cell: ({ openedAt }) => <Time at={openedAt} /> },
            { header: 'Daily\u00a0profit', align: 'end', folded: true, cell: ({ profit }) => <Money cents={profit} /> },
            {
              header: 'Progress',
              folded: true,
              cell: ({ daysAccrued, days }) => (
                <Progress value={daysAccrued} max={days} label="Days">
                  {daysAccrued} of {days}
                </Progress>
              ),
            },
            {
              header: 'Until',
              slim: true,
              cell: ({ status, maturesAt, endedAt }) => (
                <>
                  {END_LABELS[status]} <Time at={endedAt ?? maturesAt} dateOnly />
                </>
              ),
            },
            {
              header: 'Earnings so far',
              align: 'end',
              cell: ({ earned, promised }) => (
                <>
                  <Money cents={earned} />{' '}
                  <Muted>
                    <NoWrap>of {formatUsd(promised)}</NoWrap>
                  </Muted>
                </>
              ),
            },
            {
              header: 'State',
              folded: true,
              cell: ({ status, maturesAt, endedAt }) => (
                <Cluster>
                  <StatusBadge status={status} />
                  <Muted>
                    {status === 'running' && 'Matures '}
                    <Time at={endedAt ?? maturesAt} />
                  </Muted>
                </Cluster>
              ),
            },
          ]}
        />
        <CursorPager {...createPageLinks(search, ways)} />
      </Card>
    </Page>
  );
}
