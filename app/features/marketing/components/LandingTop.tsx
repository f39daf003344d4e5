import { LinkButton } from '~/ui/Button';
import { Band, CardRow, FeatureCard, Figures, Hero, MotionSwitch } from '~/ui/landing/Landing';
import { OpenBook } from '~/ui/landing/OpenBook';
import { Cluster } from '~/ui/layout/Layout';
import { CLAIMS, MIRRORED } from '../samples';
import { useSite } from '../useSite';

const PHRASES = ['cryptocurrencies', 'foreign exchange', 'copy trading', 'stocks & ETFs'];

/** The picture has sample trades in it, so only paper mode shows it. */
export function LandingHero() {
  const { paper } = useSite();
  return (
    <Hero
      title="Innovative Copy Trading Platform for"
      phrases={PHRASES}
      picture={paper && <OpenBook trades={MIRRORED} />}
      lead="Choose a trader, decide how much follows them, and see every trade and every cent of it in books that add up. Stop whenever you like."
    >
      <Cluster>
        <LinkButton to="/signup" tone="primary">
          Get started
        </LinkButton>
        <LinkButton to="/about">How it works</LinkButton>
      </Cluster>
      <MotionSwitch />
    </Hero>
  );
}

export function Features() {
  const { paper } = useSite();
  return (
    <Band title="Tools that traders work with" sample={paper} more={{ to: '/technical-analysis', label: 'Analysis' }}>
      {paper && <Figures figures={CLAIMS} />}
      <CardRow label="Tools">
        {paper ? <ClaimedTools /> : <OwnTools />}
        <FeatureCard icon="live" title="Technical views">
          Moving averages, momentum and trend of every symbol, added up to buy, neutral or sell, with the figures behind
          it.
        </FeatureCard>
        <FeatureCard icon="calendar" title="Economic calendar">
          Rate decisions, jobs and prices by country and importance, before they move the market.
        </FeatureCard>
        <FeatureCard icon="shield" title="Provable books">
          Every balance is the sum of its postings, in double entry. No number is simply set; each has a line you can
          read.
        </FeatureCard>
      </CardRow>
    </Band>
  );
}

/** In the demonstration: what a service of this kind would claim, each marked as a sample. */
const ClaimedTools = () => (
  <>
    <FeatureCard icon="plans" title="Expert advisors">
      Tools for MetaTrader 4 and MetaTrader 5, the two desktop platforms that most currency traders use.
    </FeatureCard>
    <FeatureCard icon="bell" title="Trade signals">
      What to buy or sell, at which price and where to stop, sent to a messaging channel when it is decided.
    </FeatureCard>
    <FeatureCard icon="news" title="AI market buzz">
      What is being said about an asset, weighed and measured over 35,000 of them, beside its price.
    </FeatureCard>
  </>
);

/** Where nothing is claimed that is not there: what every installation has. */
const OwnTools = () => (
  <>
    <FeatureCard icon="copy" title="Copies in proportion">
      A trade takes the same share of your copy as of the trader’s own money, at a price you can compare with theirs.
    </FeatureCard>
    <FeatureCard icon="lock" title="A floor you set">
      Below it a copy stops by itself and mails you. You can also pause it, or stop it.
    </FeatureCard>
    <FeatureCard icon="transactions" title="Your records, to download">
      Your statement as a file or on paper, everything we hold about you, and an account you can close.
    </FeatureCard>
  </>
);
