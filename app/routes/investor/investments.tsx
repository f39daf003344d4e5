import { planTitle } from '~/features/plans/components/PlanCard';
import { investmentsOf } from '~/features/plans/queries.server';
import { formatUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { Money, Progress, StatusBadge, Time } from '~/ui/Data';
import { Cluster, Page } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Table } from '~/ui/Table';
import { Muted, Unbroken } from '~/ui/Text';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Investments · Mirrorbook' }];

export const loader = investor.loader(async ({ user }) => ({ investments: await investmentsOf(user.id) }));

export default function Investments() {
  const { investments } = useLoaderData<typeof loader>();
  return (
    <Page title="Investments" actions={<LinkButton to="/plans">Choose a plan</LinkButton>}>
      {investments.length > 0 && (
        <Notice tone="warning">
          No market pays returns like these. Each is paid out of the operator's reserve, where it was set aside when the
          plan was sold; earnings can be spent once the plan has matured.
        </Notice>
      )}
      <Table
        caption="Your investments, newest first"
        rows={investments}
        rowKey={({ id }) => id}
        empty="You have not invested in a plan yet."
        columns={[
          { header: 'Plan', cell: ({ planName }) => <Unbroken>{planTitle(planName)}</Unbroken> },
          { header: 'Amount', align: 'end', cell: ({ principal }) => <Money cents={principal} /> },
          { header: 'Start date', cell: ({ openedAt }) => <Time at={openedAt} /> },
          { header: 'Profit per day', align: 'end', cell: ({ profit }) => <Money cents={profit} /> },
          {
            header: 'Progress',
            cell: ({ daysAccrued, days }) => (
              <Progress value={daysAccrued} max={days} label="Days">
                {daysAccrued} of {days}
              </Progress>
            ),
          },
          {
            header: 'Earnings so far',
            align: 'end',
            cell: ({ earned, promised }) => (
              <>
                <Money cents={earned} /> <Muted>of {formatUsd(promised)}</Muted>
              </>
            ),
          },
          {
            header: 'State',
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
    </Page>
  );
}
