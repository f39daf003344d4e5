import { type OwnCopySummary, ownCopyLinks, ownCopySummary } from '~/features/copying/copy/components/CopyRows';
import { findHoldingCopies } from '~/features/copying/copy/queries.server';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { CurrentTrader, TraderCard } from '~/features/copying/traders/components/list/TraderCard';
import { describeNoMatch, isNarrowed, TraderSearch } from '~/features/copying/traders/components/list/TraderSearch';
import { WATCH_INTENTS } from '~/features/copying/traders/components/list/WatchForm';
import { RiskWarning } from '~/features/copying/traders/components/record/Figures';
import { COMPARED_COUNT_TEXT, MAX_COMPARED_TRADERS } from '~/features/copying/traders/list/compared';
import { type CardFacts, pickCardFacts } from '~/features/copying/traders/list/facts';
import { parseTraderFilter } from '~/features/copying/traders/list/filter';
import { listTraders, type TraderFilter } from '~/features/copying/traders/list/queries.server';
import { findWatchedBy } from '~/features/copying/traders/list/watch.server';
import { CARDS_ON_A_PAGE } from '~/platform/pageSizes';
import { pageTitle } from '~/platform/text/productName';
import { changeWatch } from '~/routes/investor/traders/watch.form.server';
import { LinkButton } from '~/ui/Button';
import { Picker } from '~/ui/forms/Picker';
import { Page, Stack } from '~/ui/layout/Layout';
import { Empty, Pager } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData, useSearchParams } from '~/web/router';

export const meta = () => [
  { title: pageTitle('Find traders') },
  { name: 'description', content: 'Traders to copy, each with their whole record.' },
];

/** Data of the page. For visitors `watched` is null, and there are no copies. */
export type TradersPage = {
  filter: TraderFilter & { search: string; watched: boolean };
  watched: string[] | null;
  copies: OwnCopySummary[];
  silent: Date | null;
  current: Parameters<typeof CurrentTrader>[0] | null;
  traders: CardFacts[];
} & Omit<Awaited<ReturnType<typeof listTraders>>, 'traders'>;

export const loader = investor.loader(async ({ user, url }): Promise<TradersPage> => {
  const query = url.searchParams;
  const search = (query.get('search') ?? '').slice(0, 100);
  const watched = await findWatchedBy(user.id);
  const filter = { search, ...parseTraderFilter(query), watched: query.get('watched') === '1' };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  // The newest running copy is shown at the top of the page.
  const copies = await findHoldingCopies(user.id);
  const [copy] = copies;
  const listed = await listTraders({
    ...filter,
    among: filter.watched ? watched : undefined,
    page,
    size: CARDS_ON_A_PAGE,
  });
  return {
    filter,
    watched,
    ...listed,
    traders: listed.traders.map(pickCardFacts),
    copies: copies.map(ownCopySummary),
    silent: await findSourceSilenceStart(),
    current: copy
      ? {
          name: copy.traderName,
          picture: copy.traderPicture,
          href: `/usercopytrade/${copy.id}`,
          traders: new Set(copies.map(({ traderId }) => traderId)).size,
        }
      : null,
  };
});

export const action = investor.action(async ({ user, intent, form, url }) => {
  const changed = await changeWatch(user, intent, form);
  return 'refused' in changed ? changed.refused : redirect(`/traders${url.search}#${changed.id}`, 303);
}, WATCH_INTENTS);

export default function Traders() {
  const { filter, watched, traders, page, pages, copies, silent, current } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const pageHref = (to: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(to));
    return `/traders?${next}`;
  };
  return (
    <Page title="Find traders" lead={<RiskWarning short />}>
      <SilentPrices since={silent} />
      <Stack>
        <TraderSearch filter={filter} watches={watched !== null} aside={current && <CurrentTrader {...current} />} />
        {traders.length === 0 ? (
          <Empty action={isNarrowed(filter) && <LinkButton to="/traders">Show all traders</LinkButton>}>
            {describeNoMatch(filter)}
          </Empty>
        ) : (
          <Picker
            action="/traders/compare"
            label={`Tick ${COMPARED_COUNT_TEXT} to see them side by side.`}
            max={MAX_COMPARED_TRADERS}
            atMost={CARDS_ON_A_PAGE}
          >
            {traders.map((trader) => (
              <TraderCard
                key={trader.id}
                trader={trader}
                copied={ownCopyLinks(copies, trader.id, true)}
                watched={watched?.includes(trader.id) ?? null}
              />
            ))}
          </Picker>
        )}
        <Pager page={page} pages={pages} href={pageHref} />
      </Stack>
    </Page>
  );
}
