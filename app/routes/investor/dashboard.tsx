import { DailyTrades, YourCopies } from '~/features/copying/copy/components/Today';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { SuggestedTraders } from '~/features/copying/traders/components/list/SuggestedTraders';
import { BonusesToClaim } from '~/features/money/ranking/components/BonusesToClaim';
import { BalanceCard, DashboardRankCard, MoneyDistribution } from '~/features/site/dashboard/components/BalanceCards';
import { FirstDepositBanner, MomentCard, NewsCard } from '~/features/site/dashboard/components/DayCards';
import { FirstStepsCard } from '~/features/site/dashboard/components/FirstStepsCard';
import { loadDashboard } from '~/features/site/dashboard/dashboard.server';
import { hasNoMoneyYet } from '~/features/site/dashboard/firstDeposit';
import { markNewsRead } from '~/features/site/dashboard/readNews.server';
import { readNewsSchema } from '~/features/site/dashboard/schema';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { receivableMessage } from '~/ledger/reading/refuseNotCovered.server';
import { write } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { PRACTICE_FORM } from '~/routes/investor/practice.form.server';
import { CLAIM_FORM } from '~/routes/investor/ranking.form.server';
import { Columns, Page, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { readCookie } from '~/web/cookies/cookies.server';
import { parseSubmission } from '~/web/form/submission.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [
  { title: pageTitle('Home') },
  { name: 'description', content: 'Your balance, your copies and your news.' },
];

export const loader = investor.loader(async ({ user, request, url }) => {
  const dashboard = await loadDashboard(user, url.searchParams);
  return {
    ...dashboard,
    owed: dashboard.owed > 0n ? receivableMessage(dashboard.owed) : null,
    practiceKey: dashboard.firstSteps?.offered ? PRACTICE_FORM.key(user.id) : '',
    claimKey: dashboard.bonuses.length > 0 ? CLAIM_FORM.key(user.id) : '',
    silent: await findSourceSilenceStart(),
    bannerPutAway: (await readCookie(request, 'banner')) === user.id,
  };
});

export const action = investor.actions({
  read: async ({ user, form }: InvestorContext & { form: FormData }) => {
    const sent = await parseSubmission(form, readNewsSchema);
    if (!sent.ok) return sent.refused;
    await write((tx) => markNewsRead(tx, user, sent.value), { users: [user.id] });
    return redirect('/dashboard', 303);
  },
  practice: PRACTICE_FORM.post,
});

export default function Dashboard() {
  const { firstName, worth, totals, copies, results, news, firstSteps, isNew, ...rest } =
    useLoaderData<typeof loader>();
  const rank = <DashboardRankCard rank={rest.rank} ranked={rest.ranked} />;
  const balance = (
    <BalanceCard
      worth={worth}
      totals={totals}
      isNew={isNew}
      hasChart={!firstSteps || copies.length > 0}
      today={rest.today}
      profit={rest.profit}
      points={rest.points}
      summary={rest.summary}
      marks={rest.marks}
      choice={rest.choice}
      standIn={rest.standIn}
    />
  );
  // A pending deposit is shown even if an earlier banner was dismissed.
  const banner = rest.owed ? (
    <Notice title="You owe money">{rest.owed}</Notice>
  ) : (
    (rest.pending > 0n || (hasNoMoneyYet(totals) && !rest.bannerPutAway)) && (
      <FirstDepositBanner pending={rest.pending} />
    )
  );
  // Practice money, if offered, is the first step.
  const bannerLast = Boolean(firstSteps?.offered) && rest.pending === 0n;
  return (
    <Page title={`Hi, ${firstName}`}>
      <ActionProblem />
      {rest.moment && <MomentCard moment={rest.moment} />}
      {!bannerLast && banner}
      <SilentPrices since={copies.length > 0 ? rest.silent : null} />
      {firstSteps && (
        <>
          <Columns ratio="main-aside">
            {balance}
            {rank}
          </Columns>
          <FirstStepsCard
            steps={firstSteps}
            practiceKey={rest.practiceKey}
            suggested={<SuggestedTraders traders={firstSteps.suggested} canCopy={firstSteps.money !== null} />}
          />
        </>
      )}
      {bannerLast && banner}
      <Columns ratio="main-aside">
        <Stack>
          {!firstSteps && balance}
          <BonusesToClaim bonuses={rest.bonuses} formKey={rest.claimKey} />
          <YourCopies copies={copies} />
        </Stack>
        <Stack>
          {!firstSteps && rank}
          {!isNew && <MoneyDistribution worth={worth} />}
          <NewsCard news={news} />
        </Stack>
      </Columns>
      {!firstSteps && <DailyTrades results={results} />}
    </Page>
  );
}
