import type { FeaturedTrader } from '~/features/copying';
import { useRootData } from '~/features/site/shell/rootData';
import { LinkButton } from '~/ui/Button';
import { ActionRow, Band, BandPair, CallToAction, FoldedBand, StepCards } from '~/ui/landing/Landing';
import { LandingTraderCard, ReviewCard } from '~/ui/landing/LandingPeople';
import { CardRow } from '~/ui/layout/CardRow';
import { Cluster } from '~/ui/layout/Layout';
import { MailLink, mailtoHref } from '~/ui/MailLink';
import type { FaqEntry } from '../faq';
import { SAMPLE_REVIEWS } from '../samples';
import { useSite } from '../useSite';
import { Questions } from './Questions';
import { SignUpButton } from './SignUpButton';

const START_STEPS = [
  {
    title: 'Sign up',
    text: 'Give your name, email address and a password, then follow the link in our email.',
  },
  {
    title: 'Fund',
    text: 'Choose a cryptocurrency, pay to the address shown, upload the proof. It is free of charge.',
  },
  { title: 'Trade', text: 'Choose a trader and an amount. Stop whenever you like.' },
];

export const StepsAndQuestions = ({ questions }: { questions: readonly FaqEntry[] }) => (
  <BandPair>
    <Band title="Start trading in 3 steps">
      <StepCards steps={START_STEPS} stacked />
      <Cluster>
        <SignUpButton>Start trading</SignUpButton>
        <LinkButton to="/fundwallet">Make a deposit</LinkButton>
      </Cluster>
    </Band>
    <FoldedBand title="Common questions" id="faq" more={{ to: '/faq', label: 'FAQ' }}>
      <Questions questions={questions} />
    </FoldedBand>
  </BandPair>
);

export function Reviews() {
  if (!useSite().paper) return null;
  return (
    <FoldedBand title="What clients say" sample always>
      <CardRow label="Reviews">
        {SAMPLE_REVIEWS.map((review) => (
          <ReviewCard key={review.name} {...review} stars={5} />
        ))}
      </CardRow>
    </FoldedBand>
  );
}

export function Contact() {
  const { supportEmail } = useSite();
  return (
    <Band aside title="Talk to us" id="contact">
      <ActionRow
        actions={
          <LinkButton to={mailtoHref(supportEmail)} document>
            Send a message
          </LinkButton>
        }
      >
        A person answers what you write to <MailLink address={supportEmail} />. We never ask for your password, nor for
        a payment to release a withdrawal.
      </ActionRow>
    </Band>
  );
}

export const FeaturedTraders = ({ traders }: { traders: readonly FeaturedTrader[] }) =>
  traders.length > 0 && (
    <Band
      title="Traders to copy"
      lead="Ranked by their own records. You can lose what you put into a copy. Past results do not predict future results."
      more={{ to: '/traders', label: 'All traders' }}
    >
      <CardRow label="Traders">
        {traders.map((trader) => (
          <LandingTraderCard key={trader.id} trader={trader} to={`/traders/${trader.id}`} />
        ))}
      </CardRow>
    </Band>
  );

export const SignUpInvitation = () =>
  !useRootData()?.signedIn && (
    <CallToAction
      title="See what a copy of your own would do"
      text="Open an account and look around first. Put in money only when you understand what it can cost."
    >
      <LinkButton to="/signup" tone="primary">
        Sign up
      </LinkButton>
      <LinkButton to="/login">Log in</LinkButton>
    </CallToAction>
  );
