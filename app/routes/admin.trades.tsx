import { useLoaderData } from '@remix-run/react';
import { perform } from '~/features/admin/perform.server';
import { beginNow, mirrorSome } from '~/features/copy/jobs.server';
import { TradeForm } from '~/features/traders/components/TradeForm';
import { resultOf } from '~/features/traders/components/TradeLog';
import { nameOf } from '~/features/traders/components/TraderCard';
import { latestTrades, loggableTraders, waitingProfits } from '~/features/traders/queries.server';
import { tradeSchema } from '~/features/traders/schema';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { onceForm } from '~/platform/form/submission.server';
import { admin } from '~/platform/guard/index.server';
import { newKey } from '~/platform/idempotency.server';
import { byAdmin } from '~/platform/states';
import { LinkButton } from '~/ui/Button';
import { Empty, Money, Profit, Time } from '~/ui/Data';
import { Card, Page, Section } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Table } from '~/ui/Table';

export const meta = () => [{ title: 'Trader log · Mirrorbook' }];

const OPERATION = 'record-trade';

export const loader = admin.loader(async ({ administrator }) => ({
  traders: await loggableTraders(),
  entries: await latestTrades(),
  waiting: await waitingProfits(),
  moneyKey: newKey(administrator.id, OPERATION),
}));

export const action = admin.action(async ({ form, ...context }) => {
  const { administrator } = context;
  const answer = await onceForm(form, {
    scope: administrator.id,
    operation: OPERATION,
    schema: tradeSchema,
    confirm: confirming(context),
    run: (tx, asked) => perform(tx, byAdmin(administrator.id), 'record-trade', asked),
    next: ({ said }) => ({ to: '/admin/trades', toast: { tone: 'success', text: said } }),
  });
  await beginNow(mirrorSome);
  return answer;
});

export default function TraderLog() {
  const { traders, entries, waiting, moneyKey } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Trader log"
      lead="What you enter reaches every copy that was open at its date, in proportion, and is shown as entered by the operator."
    >
      {waiting.copies > 0 && (
        <Notice tone="warning" title="Profits wait for the market reserve">
          {waiting.copies} mirrored {waiting.copies === 1 ? 'profit waits' : 'profits wait'},{' '}
          <Money cents={waiting.sum} /> in all. They are paid once the reserve is funded.{' '}
          <LinkButton to="/admin/books">Books</LinkButton>
        </Notice>
      )}
      <Card title="Record a trade">
        {traders.length > 0 ? (
          <TradeForm key={entries[0]?.trade.id} traders={traders} moneyKey={moneyKey} />
        ) : (
          <Empty action={<LinkButton to="/admin/traders?new=1">Create trader</LinkButton>}>
            There is no trader whose log is open.
          </Empty>
        )}
      </Card>
      <Section title="Entered last">
        <Table
          caption="Results entered by administrators, newest entry first"
          rows={entries}
          rowKey={({ trade }) => trade.id}
          empty="Nothing has been entered yet."
          columns={[
            { header: 'Trader', cell: ({ trader }) => nameOf(trader) },
            { header: 'Trade pair', cell: ({ trade }) => trade.pair },
            { header: 'Result', align: 'end', cell: ({ trade }) => <Profit cents={resultOf(trade)} /> },
            { header: 'Date', cell: ({ trade }) => <Time at={trade.at} /> },
            { header: 'Entered', cell: ({ trade }) => <Time at={trade.recordedAt} /> },
          ]}
        />
      </Section>
    </Page>
  );
}
