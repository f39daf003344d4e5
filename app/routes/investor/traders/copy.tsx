import { TicketForm, TicketReview } from '~/features/copying/copy/components/CopyTicket';
import { getCopyLocks } from '~/features/copying/copy/copyLocks.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { areOrdersCopied, findClosedMarkets, isFirstCopy } from '~/features/copying/copy/queries.server';
import { startSchema } from '~/features/copying/copy/schema';
import { listQuickShares, parseTicketStep } from '~/features/copying/copy/ticket';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { TraderOrigin, TraderPicture } from '~/features/copying/traders/components/list/TraderCard';
import { PastYearFigures } from '~/features/copying/traders/components/record/PastYear';
import { loadListedTrader } from '~/features/copying/traders/list/queries.server';
import { loadTraderPast } from '~/features/copying/traders/record/profile.server';
import { readUsualTradingHours } from '~/features/copying/traders/record/tradingHabit.server';
import { canAcceptNewCopies } from '~/features/copying/traders/setTraderState.server';
import { getTraderName } from '~/features/copying/traders/traderName';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { describeBoundMoney } from '~/ledger/notCovered';
import { readUnclaimedPracticeMoney } from '~/ledger/posting/practiceMoney.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { done } from '~/platform/result';
import { pageTitle } from '~/platform/text/productName';
import { PRACTICE_FORM } from '~/routes/investor/practice.form.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Steps } from '~/ui/layout/Steps';
import { Notice } from '~/ui/messages/Notice';
import { createInvestorForm } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { data, type MetaFunction } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(`Copy ${data ? getTraderName(data.trader) : 'a trader'}`) },
];

const startCopyForm = createInvestorForm({
  operation: 'copy-trader',
  schema: startSchema,
  locks: ({ trader }, { user }) => getCopyLocks(user.id, trader),
  run: async (tx, input, { user }) => {
    const started = await startCopy(tx, user, input);
    if (!started.ok) return started;
    // Outcomes are stored as JSON, which does not support bigint.
    const { id, journalId, trader } = started.value;
    return done({ id, journalId, trader, first: await isFirstCopy(tx, user.id) });
  },
  next: ({ trader, id, first }) => ({
    // The first copy completes the first steps, whose card shows the positions taken over.
    to: first ? '/dashboard' : `/usercopytrade#${id}`,
    toast: { tone: 'success', text: `You are copying ${trader} now` },
  }),
});

export const loader = investor.loader(async ({ user, params, url }) => {
  const trader = await loadListedTrader(params.id ?? '');
  if (!trader) throw data('There is no such trader.', { status: 404 });
  const balances = (await readBalancesAndTotals(user.id)).balances;
  const positions = await areOrdersCopied(trader.id);
  const isShort = balances.available < trader.minimumCapital;
  const offered = isShort ? await readUnclaimedPracticeMoney(read(), user.id) : null;
  const terms = { minimum: trader.minimumCapital, balances, offered, positions };
  const step = parseTicketStep(url.searchParams, terms);
  const href = (changes: Record<string, string>) => {
    const query = new URLSearchParams(url.searchParams);
    query.delete('review');
    for (const [name, value] of Object.entries(changes)) query.set(name, value);
    return `/traders/${trader.id}/copy${query.size > 0 ? `?${query}` : ''}`;
  };
  return data(
    {
      trader,
      available: balances.available,
      bound: describeBoundMoney(balances),
      offered,
      practiceKey: PRACTICE_FORM.key(user.id),
      positions,
      closed: positions ? await findClosedMarkets(trader.id) : [],
      step,
      shares: listQuickShares(terms).map(({ label, amount }) => ({
        label,
        href: href({ amount }),
        current: amount === step.input.amount,
      })),
      back: href({}),
      hours: await readUsualTradingHours(trader.id),
      past: await loadTraderPast(trader.id),
      open: await canAcceptNewCopies(read(), trader),
      own: trader.ownerUserId === user.id,
      silent: await findSourceSilenceStart(),
      formKey: startCopyForm.key(user.id),
    },
    // An invalid URL is a 400, like an invalid post.
    { status: step.problems.length > 0 ? 400 : 200 },
  );
});

export const action = investor.action(startCopyForm.post);

// Reloads after refusals too, since changed terms must be seen before the investor agrees to them.
export const shouldRevalidate = () => true;

export default function CopyTrader() {
  const { trader, available, bound, offered, practiceKey, positions, closed, step, shares, ...rest } =
    useLoaderData<typeof loader>();
  const { back, past, open, own, silent, formKey } = rest;
  const name = getTraderName(trader);
  const leader = { ...trader, name, simulated: trader.simulated && trader.source === 'log' };
  const shown = {
    leader,
    available,
    positions,
    closed,
    hours: rest.hours,
    past: (amount: bigint) => <PastYearFigures past={past} amount={amount} name={name} />,
  };
  return (
    <Page
      title={`Copy ${name}`}
      picture={<TraderPicture trader={trader} />}
      lead={<TraderOrigin trader={trader} />}
      actions={<LinkButton to={`/traders/${trader.id}`}>View profile</LinkButton>}
    >
      {own || !open ? (
        <Notice>
          {own ? 'This is your own trading, which you can’t copy.' : 'This trader can’t be copied at the moment.'}
        </Notice>
      ) : (
        <FreezeGuard part="copying" title="You can’t start a copy now">
          <SilentPrices since={silent} />
          <Steps steps={['Amount and limits', 'Review']} current={step.review ? 2 : 1} />
          {step.review ? (
            <TicketReview {...shown} wanted={step.review} formKey={formKey} back={back} />
          ) : (
            <TicketForm
              key={step.input.amount}
              {...shown}
              bound={bound}
              offered={offered}
              practiceKey={practiceKey}
              step={step}
              shares={shares}
            />
          )}
        </FreezeGuard>
      )}
    </Page>
  );
}
