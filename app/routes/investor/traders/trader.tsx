import { CopyFacts, LeavingNote, StopForm } from '~/features/copy/components/CopyCard';
import { CopyForm } from '~/features/copy/components/CopyForm';
import { copiesOf, isFollowedByOrders } from '~/features/copy/queries.server';
import { startSchema } from '~/features/copy/schema';
import { startCopy } from '~/features/copy/startCopy.server';
import { AccountNow } from '~/features/traders/components/AccountNow';
import { AllFigures, HowComputed, RecordCard, RiskWarning } from '~/features/traders/components/Figures';
import { TradeLog } from '~/features/traders/components/TradeLog';
import { Declared, nameOf, TraderIdentity } from '~/features/traders/components/TraderCard';
import { traderProfile } from '~/features/traders/queries.server';
import { takesNewCopies } from '~/features/traders/setTraderState.server';
import { tradesOf } from '~/features/traders/tradeLog.server';
import { balancesOf } from '~/ledger/statement.server';
import { read } from '~/platform/db/index.server';
import { copyKey } from '~/routes/investor/copies.form.server';
import { LinkButton } from '~/ui/Button';
import { LineChart } from '~/ui/Chart';
import { Pager } from '~/ui/Data';
import { Card, Columns, Page, Section, Stack } from '~/ui/Layout';
import { onceForm } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { newKey } from '~/web/idempotency.server';
import { data, type MetaFunction } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? nameOf(data.profile.trader) : 'Trader'} · Mirrorbook` },
];

const OPERATION = 'copy-trader';

export const loader = investor.loader(async ({ user, params, url }) => {
  const profile = await traderProfile(params.id ?? '');
  if (!profile) throw data('There is no such trader.', { status: 404 });
  const { id } = profile.trader;
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1);
  const copies = (await copiesOf(user.id)).filter(({ traderId, live }) => live && traderId === id);
  const { available } = await balancesOf(read(), user.id);
  return {
    profile,
    log: await tradesOf(id, page),
    copies: copies.map((copy) => ({ ...copy, moneyKey: copyKey(user, 'stop') })),
    available,
    positions: await isFollowedByOrders(id),
    open: await takesNewCopies(read(), profile.trader),
    own: profile.trader.ownerUserId === user.id,
    moneyKey: newKey(user.id, OPERATION),
  };
});

export const action = investor.action(async ({ user, form }) =>
  onceForm(form, {
    scope: user.id,
    operation: OPERATION,
    schema: startSchema,
    run: (tx, asked) => startCopy(tx, user, asked),
    next: ({ trader }) => ({ to: '/traders', toast: { tone: 'success', text: `You are copying ${trader} now` } }),
  }),
);

export default function TraderProfile() {
  const { profile, log, copies, available, positions, open, own, moneyKey } = useLoaderData<typeof loader>();
  const { trader, account, capital, nav } = profile;
  const isTyped = trader.source === 'log';
  return (
    <Page title={nameOf(trader)} actions={<LinkButton to="/traders">All traders</LinkButton>}>
      <TraderIdentity trader={trader} size="large" />
      <RiskWarning />
      <AllFigures profile={profile} />
      <Columns ratio="main-aside">
        <Card title="Net asset value">
          <LineChart
            points={nav}
            label="Net asset value, beginning at 100"
            format={(value) => value.toFixed(1)}
            steps={!account}
          />
        </Card>
        <Stack>
          {copies.map((copy) => (
            <Card key={copy.id} title="Your copy" tone="accent">
              <CopyFacts copy={copy} />
              {copy.running && <StopForm copy={copy} moneyKey={copy.moneyKey} />}
              <LeavingNote copy={copy} />
            </Card>
          ))}
          <Section id="copy" title="Copy this trader">
            <Card>
              <CopyForm
                key={trader.id}
                trader={{ ...trader, simulated: trader.simulated && isTyped }}
                available={available}
                positions={positions}
                open={open}
                own={own}
                moneyKey={moneyKey}
              />
            </Card>
          </Section>
          <Declared trader={trader} />
        </Stack>
      </Columns>
      <RecordCard profile={profile} />
      {account && <AccountNow account={account} />}
      {(isTyped || log.trades.length > 0) && (
        <Section title={isTyped ? 'Trade log' : 'Typed results'} id="log">
          <TradeLog trades={log.trades} />
          <Pager page={log.page} pages={log.pages} href={(page) => `/traders/${trader.id}?page=${page}#log`} />
        </Section>
      )}
      <HowComputed capital={capital} recorded={trader.capital !== null} hasRecord={profile.details !== null} />
    </Page>
  );
}
