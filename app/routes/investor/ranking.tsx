import { CurrentRank, RankCard } from '~/features/money/ranking/components/RankCards';
import { loadRanking } from '~/features/money/ranking/queries.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { CLAIM_FORM } from '~/routes/investor/ranking.form.server';
import { Grid, Page, Section } from '~/ui/layout/Layout';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = investor.loader(async ({ user }) => {
  const { ranks, holdingDays, areDocumentsRequired, ...current } = await loadRanking(user.id);
  // Each bonus is a separate form, so each needs its own key.
  return {
    current,
    holdingDays,
    areDocumentsRequired: areDocumentsRequired,
    ranks: ranks.map((rank) => ({ rank, formKey: CLAIM_FORM.key(user.id) })),
  };
});

export const action = investor.action(CLAIM_FORM.post);

export default function Ranking() {
  const { current, holdingDays, areDocumentsRequired, ranks } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Ranking"
      lead="Your rank follows your total balance without open positions, which count once they close. Credits from an administrator that are not deposits don’t count."
    >
      <ActionProblem />
      <CurrentRank {...current} claims={ranks.some(({ rank }) => rank.state === 'claimable')} />
      <Section
        title="All ranks"
        lead={[
          'When an approved deposit takes you to a rank, you can claim its bonus once',
          holdingDays > 0 && `when you have held the rank for ${holdingDays === 1 ? 'a day' : `${holdingDays} days`}`,
          areDocumentsRequired && 'and your identity check is approved',
        ]
          .filter(Boolean)
          .join(', ')
          .concat('.')}
      >
        <Grid>
          {ranks.map((each) => (
            <RankCard key={each.rank.id} {...each} current={current} />
          ))}
        </Grid>
      </Section>
    </Page>
  );
}
