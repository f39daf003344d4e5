import { COMPARED_COUNT_TEXT } from '~/features/copying/traders/list/compared';
import { pickComparedFacts } from '~/features/copying/traders/list/facts';
import { loadTradersToCompare } from '~/features/copying/traders/list/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { type ComparisonPageData, parseCompared } from '~/routes/investor/traders/compare';
import signedInStyles from '~/ui/signedIn.css?url';
import { publicRoute } from '~/web/guard/index.server';

/** The investors' page, without the traders that only investors may see. */
export { default } from '~/routes/investor/traders/compare';

export const handle = { cache: { query: ['with'] } };

export const links = () => [{ rel: 'stylesheet', href: signedInStyles }];

export const meta = () =>
  pageMeta(
    'Compare traders',
    `Returns, largest fall, risk, win rate, copiers and minimum of ${COMPARED_COUNT_TEXT}, side by side.`,
  );

export const loader = publicRoute.loader(async ({ url }): Promise<ComparisonPageData> => {
  const { ids, left } = parseCompared(url.searchParams);
  const traders = await loadTradersToCompare(ids, { forVisitors: true });
  return { traders: traders.map(pickComparedFacts), left, copies: [] };
});
