import { suggestAmount } from '~/features/copying/copy/suggestedAmount';
import { loadManualResultsPage } from '~/features/copying/traders/log/tradeLog.server';
import { findRecordRange } from '~/features/copying/traders/record/chart';
import { loadNavChart } from '~/features/copying/traders/record/chart.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { canAcceptNewCopies } from '~/features/copying/traders/setTraderState.server';
import { getTraderName } from '~/features/copying/traders/traderName';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { PRACTICE_MONEY_CENTS } from '~/ledger/posting/practiceMoney.server';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import type { TraderPage } from '~/routes/investor/traders/trader';
import signedInStyles from '~/ui/signedIn.css?url';
import { publicRoute } from '~/web/guard/index.server';
import { data, type MetaFunction } from '~/web/responses.server';

/** The investors' page, without personal data. */
export { default } from '~/routes/investor/traders/trader';

export const handle = { cache: { query: ['range', 'page'] } };

export const links = () => [{ rel: 'stylesheet', href: signedInStyles }];

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => {
  const name = shown ? getTraderName(shown.profile.trader) : 'Trader';
  return pageMeta(
    name,
    `The record of ${name}: return by month, largest fall, risk, open positions and what copiers really got. Past results do not predict future results.`,
  );
};

export const loader = publicRoute.loader(async ({ params, url }): Promise<TraderPage> => {
  const profile = await loadTraderProfile(params.id ?? '');
  // An investor who is copied has agreed to be visible only to other investors.
  if (!profile || profile.trader.ownerUserId) throw data('There is no such trader.', { status: 404 });
  const range = findRecordRange(url.searchParams.get('range'));
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1);
  return {
    profile: { ...profile, nav: [] },
    log: await loadManualResultsPage(profile.trader.id, page),
    copies: [],
    available: null,
    amount: suggestAmount(profile.trader.minimumCapital, isPaper() ? PRACTICE_MONEY_CENTS : 0n),
    open: await canAcceptNewCopies(read(), profile.trader),
    own: false,
    watched: null,
    silent: null,
    range,
    line: loadNavChart(profile.nav, range),
  };
});
