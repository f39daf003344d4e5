import type { FeaturedTrader } from '~/features/copying';
import { calculateShare } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { HeroBook } from '~/ui/landing/HeroBook';
import { Band, FeatureCard, Hero, LandingFigures, MotionSwitch } from '~/ui/landing/Landing';
import { CardRow } from '~/ui/layout/CardRow';
import { Cluster } from '~/ui/layout/Layout';
import { useSite } from '../useSite';
import { WHAT_IF_AMOUNT_CENTS } from '../whatIf';
import { SignUpButton } from './SignUpButton';

const HERO_PHRASES = ['cryptocurrencies', 'foreign exchange', 'copy trading', 'stocks & ETFs'];

/** Book with the installation's first trader with computed figures; empty without one. */
export function FirstBook({ traders }: { traders: readonly FeaturedTrader[] }) {
  const shown = traders.find(({ manualLabel, headline: { bps } }) => !manualLabel && bps !== null);
  const bps = shown?.headline.bps ?? 0;
  const start = WHAT_IF_AMOUNT_CENTS;
  return (
    shown && (
      <HeroBook
        trader={shown}
        bps={bps}
        span={shown.headline.periodLabel}
        start={start}
        ended={start + calculateShare(start, bps)}
      />
    )
  );
}

/** Title of the landing page, as the specification has it, next to the first book. */
export function LandingHero({ traders }: { traders: readonly FeaturedTrader[] }) {
  const { paper } = useSite();
  return (
    <Hero
      title="Innovative copy trading platform for"
      phrases={HERO_PHRASES}
      picture={<FirstBook traders={traders} />}
      lead="Choose a trader, decide how much to copy them with, and see every trade and every cent in books that add up. Stop whenever you like."
    >
      <Cluster>
        <SignUpButton>Get started</SignUpButton>
        <LinkButton to="/about">How it works</LinkButton>
      </Cluster>
      {paper && <p className="font-medium">$10,000 of practice money to begin with, and no card.</p>}
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
        A copy stops by itself below its floor, and emails you.
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
