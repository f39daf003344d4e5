import { DailyTrades, YourCopies } from '~/features/copy/components/Today';
import { BalanceChart, RankCard, Totals, WhereItIs } from '~/features/dashboard/components/BalanceCards';
import { FirstDepositBanner, News } from '~/features/dashboard/components/DayCards';
import { dashboardOf } from '~/features/dashboard/dashboard.server';
import { readNews } from '~/features/dashboard/readNews.server';
import { readNewsSchema } from '~/features/dashboard/schema';
import { write } from '~/platform/db/index.server';
import { Columns, Page, Stack } from '~/ui/Layout';
import { readCookie } from '~/web/cookies.server';
import { submission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Dashboard · Mirrorbook' }];

export const loader = investor.loader(async ({ user, request }) => ({
  ...(await dashboardOf(user)),
  bannerPutAway: (await readCookie(request, 'banner')) === user.id,
}));

export const action = investor.action(async ({ user, form }) => {
  const sent = await submission(form, readNewsSchema);
  if (!sent.ok) return sent.refused;
  await write((tx) => readNews(tx, user, sent.value));
  return redirect('/dashboard', 303);
});

export default function Dashboard() {
  const { firstName, balances, totals, points, trends, copies, results, news, rank, bannerPutAway } =
    useLoaderData<typeof loader>();
  return (
    <Page title={`Hi, ${firstName}`}>
      {totals.totalDeposit === 0n && !bannerPutAway && <FirstDepositBanner />}
      <Totals balances={balances} totals={totals} trends={trends} />
      <Columns ratio="main-aside">
        <Stack>
          <BalanceChart points={points} />
          <YourCopies copies={copies} />
          <DailyTrades results={results} />
          <News news={news} />
        </Stack>
        <Stack>
          <RankCard rank={rank} balances={balances} />
          <WhereItIs balances={balances} totals={totals} />
        </Stack>
      </Columns>
    </Page>
  );
}
