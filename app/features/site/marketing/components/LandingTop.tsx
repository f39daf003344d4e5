import { LinkButton } from '~/ui/Button';
import { Band, CardRow, FeatureCard, Hero, LandingFigures, MotionSwitch } from '~/ui/landing/Landing';
import { OpenBook } from '~/ui/landing/OpenBook';
import { Cluster } from '~/ui/layout/Layout';
import { MIRRORED } from '../samples';
import { useSite } from '../useSite';

const PHRASES = ['cryptocurrencies', 'foreign exchange', 'copy trading', 'stocks & ETFs'];

export function LandingHero() {
  const { paper } = useSite();
  return (
    <Hero
      title="Innovative copy trading platform for"
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

export type CountedFigure = { label: string; value: string };

export const Features = ({ figures }: { figures: readonly CountedFigure[] }) => (
  <Band title="Tools that traders work with" more={{ to: '/technical-analysis', label: 'Analysis' }}>
    <LandingFigures figures={figures} />
    <CardRow label="Tools">
      <FeatureCard icon="copy" title="Copies in proportion">
        Each trade uses the same share of your money as of the trader’s.
      </FeatureCard>
      <FeatureCard icon="lock" title="A floor you set">
        A copy stops by itself below its floor, and mails you.
      </FeatureCard>
      <FeatureCard icon="bell" title="Signals and expert advisors">
        A trader’s programs, such as expert advisors, can send orders.
      </FeatureCard>
      <FeatureCard icon="live" title="Technical views">
        Averages and momentum of every symbol, summed up in one word.
      </FeatureCard>
      <FeatureCard icon="calendar" title="Economic calendar">
        Rate decisions, jobs and prices, by country and importance.
      </FeatureCard>
      <FeatureCard icon="shield" title="Provable books">
        Every balance is the sum of its postings. No number is simply set.
      </FeatureCard>
    </CardRow>
  </Band>
);
