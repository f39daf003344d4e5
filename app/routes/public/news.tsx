import { Calendar } from '~/features/site/market/components/articles/Calendar';
import { NewsPanel } from '~/features/site/market/components/articles/NewsPanel';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { Widgets } from '~/features/site/market/components/Widgets';
import { listCalendar, listNews, parseCalendarFilter } from '~/features/site/market/published/news.server';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { Page } from '~/ui/layout/Layout';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta('News and economic calendar', 'Notes on the day in each market, and the publications that prices wait for.');

export const loader = publicRoute.loader(async (context) => {
  const filter = parseCalendarFilter(context.url.searchParams);
  return {
    items: listNews(),
    filter,
    entries: listCalendar(filter),
    offers: offerWidgets(context, 'timeline', 'events'),
  };
});

export default function News() {
  const { items, filter, entries, offers } = useLoaderData<typeof loader>();
  return (
    <Page roomy title="News" lead="What happened in the markets, and what they are waiting for.">
      <NewsPanel title="Notes of recent days" items={items} />
      <Calendar entries={entries} filter={filter} />
      <Widgets offers={offers} />
      <StartTrading risk="News reaches prices before it reaches people: what you read is mostly in the price already." />
    </Page>
  );
}
