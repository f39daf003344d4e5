import { pickCardFacts } from '~/features/copying/traders/list/facts';
import { parseTraderFilter } from '~/features/copying/traders/list/filter';
import { listTraders } from '~/features/copying/traders/list/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { CARDS_ON_A_PAGE } from '~/platform/pageSizes';
import type { TradersPage } from '~/routes/investor/traders/list';
import signedInStyles from '~/ui/signedIn.css?url';
import { publicRoute } from '~/web/guard/index.server';

/** The investors' page, without personal data. */
export { default } from '~/routes/investor/traders/list';

export const handle = {
  cache: { query: ['search', 'market', 'risk', 'source', 'days', 'minimum', 'order', 'page'] },
};

export const links = () => [{ rel: 'stylesheet', href: signedInStyles }];

export const meta = () =>
  pageMeta(
    'Find traders',
    'Traders with their whole record: return, largest fall, risk and copiers, computed from every trade. Compare them and choose whom to copy.',
  );

export const loader = publicRoute.loader(async ({ url: { searchParams: query } }): Promise<TradersPage> => {
  const search = (query.get('search') ?? '').slice(0, 100);
  const filter = { search, ...parseTraderFilter(query), watched: false };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const listed = await listTraders({ ...filter, page, size: CARDS_ON_A_PAGE, forVisitors: true });
  return {
    filter,
    watched: null,
    ...listed,
    traders: listed.traders.map(pickCardFacts),
    copies: [],
    silent: null,
    current: null,
  };
});
