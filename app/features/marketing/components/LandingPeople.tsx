import { LinkButton } from '~/ui/Button';
import { Band, CallToAction, CardRow, ReviewCard, StepCards, TraderCard } from '~/ui/Landing';
import { Card, Cluster, Grid } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import type { Question } from '../faq';
import { REVIEWS, TRADERS } from '../samples';
import { useSite } from '../useSite';
import { Questions } from './Questions';

/** The two things to do with what the market shows. */
export const DepositOrTrade = () => (
  <Grid cell="large">
    <Card title="Make a deposit">
      <p>
        In cryptocurrency, free of charge. What you paid is in your balance as soon as management has seen it arrive.
      </p>
      <Cluster>
        <LinkButton to="/fundwallet" icon="deposit">
          Make a deposit
        </LinkButton>
      </Cluster>
    </Card>
    <Card title="Start trading">
      <p>
        Choose a trader whose record you understand. Their results, gains and losses alike, are your copy’s too, in
        proportion to what you put in.
      </p>
      <Cluster>
        <LinkButton to="/signup" tone="primary">
          Start trading
        </LinkButton>
      </Cluster>
    </Card>
  </Grid>
);

const STEPS = [
  {
    title: 'Register',
    text: 'Your name, an e-mail address and a password; then one press on the link that we mail you.',
  },
  {
    title: 'Fund',
    text: 'Choose a currency and an amount, pay to the address you are shown, and upload the proof.',
  },
  { title: 'Trade', text: 'Choose a trader to mirror and an amount to follow them with. Stop whenever you like.' },
];

export const ThreeSteps = () => (
  <Band title="Start Trading in 3 Steps" lead="From nothing to a first copied trade.">
    <StepCards steps={STEPS} />
  </Band>
);

export const LandingQuestions = ({ questions }: { questions: readonly Question[] }) => (
  <Band title="Questions people ask" id="faq" more={{ to: '/faq', label: 'All questions' }}>
    <Questions name="faq" questions={questions} />
  </Band>
);

/** Nothing in live mode, which shows no invented people. */
export function Reviews() {
  if (!useSite().paper) return null;
  return (
    <Band title="What clients say" sample lead="Six voices made up to show how this part looks.">
      <CardRow label="Reviews">
        {REVIEWS.map((review) => (
          <ReviewCard key={review.name} {...review} stars={5} />
        ))}
      </CardRow>
    </Band>
  );
}

export function Contact() {
  const { supportEmail } = useSite();
  return (
    <Band title="Talk to us" lead="A person reads what you write and answers it." id="contact">
      <Card>
        <Cluster spread>
          <p>
            Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>, with the request number if a page gave you
            one. We never ask for your password, nor for a payment to release a withdrawal.
          </p>
          <LinkButton to={`mailto:${supportEmail}`} icon="mail" document>
            Send a message
          </LinkButton>
        </Cluster>
      </Card>
    </Band>
  );
}

/** Nothing in live mode: the traders of an installation are on its own list, with computed figures. */
export function SampleTraders() {
  if (!useSite().paper) return null;
  return (
    <Band
      title="Traders to copy"
      sample
      lead="How a trader’s card reads. Those you can copy are listed once you are in."
    >
      <Notice tone="warning" title="Sample figures">
        No such trader exists. Past results, real or simulated, say nothing certain about coming ones, and you can lose
        what you put into a copy.
      </Notice>
      <CardRow label="Sample traders">
        {TRADERS.map((trader) => (
          <TraderCard key={trader.name} trader={trader} to="/signup" />
        ))}
      </CardRow>
    </Band>
  );
}

export const Invitation = () => (
  <CallToAction
    title="See what a copy of your own would do"
    text="Open an account, look around, and put in nothing until you have understood what it can cost."
  >
    <LinkButton to="/signup" tone="primary">
      Create your account
    </LinkButton>
    <LinkButton to="/login">Log in</LinkButton>
  </CallToAction>
);
