import { listFeaturedTraders } from '~/features/copying/traders/list/featured.server';
import { FirstBook } from '~/features/site/marketing/components/LandingTop';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { durationText } from '~/platform/text/durationText';
import { MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { LinkButton } from '~/ui/Button';
import { FeatureCard, LandingFigures } from '~/ui/landing/Landing';
import { Card, Cluster, Columns, Grid, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { BookPicture } from '~/ui/pictures/BookPicture';
import { Prose } from '~/ui/Text';
import { publicRoute } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';
import { countFigures } from './counts.server';

export { marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta('About', 'What Mirrorbook is, what copying a trader means, what it costs, and how you can check it.');

export const loader = publicRoute.loader(async () => ({
  traders: await listFeaturedTraders(6),
  figures: await countFigures(),
}));

export default function About() {
  const { traders, figures } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      title="About Mirrorbook"
      picture={<BookPicture />}
      lead="Copy trading in forex, stocks, indices, futures and crypto, on books that anyone can check."
    >
      <LandingFigures figures={figures} />
      <Columns gap="loose">
        <Section title="Two pages of one book">
          <Prose>
            <p>
              On the left page is a trader: every trade that was recorded for them, and its result. On the right page is
              you: the same results, in proportion to what you put in. The two can always be laid side by side. That is
              the whole idea, and the name.
            </p>
          </Prose>
          <Cluster>
            <LinkButton to="/signup" tone="primary">
              Get started
            </LinkButton>
            <LinkButton to="/faq">Questions and answers</LinkButton>
          </Cluster>
        </Section>
        <FirstBook traders={traders} />
      </Columns>
      <Section title="What copying means">
        <Grid cell="large">
          <FeatureCard icon="wallet" title="An amount set apart">
            You choose an amount. It is set apart from the rest of your money, for this copy alone.
          </FeatureCard>
          <FeatureCard icon="mirror" title="The same share of each result">
            Each result recorded for the trader changes your copy by the same share.
          </FeatureCard>
          <FeatureCard icon="lock" title="Losses stay within the copy">
            A loss never takes more than the copy holds; the rest of your money is out of its reach.
          </FeatureCard>
          <FeatureCard icon="close" title="Stop whenever you like">
            You may pause, stop, or set a floor below which the copy stops itself. No later result reaches a stopped
            copy, and what it holds is returned: at once with simulated money, otherwise within{' '}
            {durationText(MAX_RESULT_WAIT_MS)}, once the results from before the stop are recorded.
          </FeatureCard>
        </Grid>
        <p>
          Traders work with the desktop platforms MetaTrader 4 and 5, expert advisors, and signals on a messaging
          channel. Read{' '}
          <Link to="/forex" className="inline-block min-h-6">
            how currency copying works
          </Link>
          .
        </p>
      </Section>
      <Grid cell="large">
        <Card title="What it costs">
          <p>
            Depositing is free of charge and one dollar counts as one dollar. A withdrawal costs what is shown before
            you confirm it, at present nothing. There is no fee for joining or leaving. Some traders take a share of a
            copy’s new gains: you see it before you start. What orders cost is on the page of{' '}
            <Link to="/trading-assumptions">trading assumptions</Link>.
          </p>
        </Card>
        <Card title="What can go wrong">
          <p>
            A trader can be wrong for a long time. A single loss can jump over a floor, which ends a copy after it and
            not before. You can lose all that you put into a copy. You cannot lose more than that. Only invest what you
            can afford to lose.
          </p>
        </Card>
      </Grid>
      <Section title="How you can check it">
        <Grid cell="large">
          <FeatureCard icon="books" title="Double entry">
            A balance is the sum of its lines, never a number that was typed.
          </FeatureCard>
          <FeatureCard icon="shield" title="Promises set aside">
            What a plan promises is set aside before it is sold, and never taken from another investor’s deposit.
          </FeatureCard>
          <FeatureCard icon="traders" title="Computed figures">
            Figures of traders are computed from recorded trades; what they merely claim is marked as a claim.
          </FeatureCard>
          <FeatureCard icon="withdraw" title="True states">
            A withdrawal shows its true state and the time of each: requested, approved, paid, or rejected with the
            reason.
          </FeatureCard>
        </Grid>
      </Section>
      <Notice tone="warning" title="Trading can lose money">
        If a return sounds too good, ask what is reserved for it; here you can see the answer.
      </Notice>
    </Page>
  );
}
