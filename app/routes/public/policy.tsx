import { pageMeta } from '~/features/site/marketing/pageMeta';
import { useSite } from '~/features/site/marketing/useSite';
import { durationText } from '~/platform/text/durationText';
import { MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { Page } from '~/ui/layout/Layout';
import { MailLink } from '~/ui/MailLink';
import { Prose } from '~/ui/Text';
import { Link } from '~/web/router';

export const meta = () => pageMeta('Terms', 'The terms on which Mirrorbook is used, in plain words.');

export default function Terms() {
  const { paper, operator, supportEmail } = useSite();
  return (
    <Page roomy title="Terms" lead="What we owe each other, in plain words.">
      <Prose columns>
        <h2>What this is</h2>
        <p>
          Mirrorbook lets you mirror traders, choose investment plans, refer friends and move money in and out by
          cryptocurrency.{' '}
          {paper
            ? 'This installation runs in paper mode: everything is simulated. No money is taken, none is paid, and its deposit addresses can’t be paid to.'
            : `It is run by ${operator?.name}, under licence ${operator?.licence} of ${operator?.regulator}, ${operator?.jurisdiction}.`}
        </p>
        <h2>Your account</h2>
        <p>
          One person, one account, with details that are true. You must be of age where you live and allowed to trade
          there. Keep your password to yourself; we never ask for it. If another person may know it, reset it: that ends
          all sign-ins.
        </p>
        <h2>Your money</h2>
        <p>
          A deposit counts once management has seen it arrive, for the amount that arrived. A withdrawal is held from
          the moment you ask for it, can be cancelled until it is decided, and costs nothing that was not shown before
          you confirmed. Nothing may be charged or demanded between a request and its payment. What the operator credits
          or debits by hand is in your history under its own name, with the reason that was given.
        </p>
        <h2>Copying</h2>
        <p>
          Copying follows a trader in proportion to what you put in, profits and losses alike; you can lose what you
          allocate, never more. Trades may be skipped when they would be too small or the price has moved too far. You
          may stop at any time. How orders are filled and what they cost is on the page of{' '}
          <Link to="/trading-assumptions">trading assumptions</Link>. Nothing shown here is advice to you personally.
        </p>
        <h2>Plans and bonuses</h2>
        <p>
          The return of a plan is set aside before the plan is sold, and paid as its days go by. A plan that the reserve
          can’t carry is not sold; a bonus that it can’t carry waits, and you can see that it waits.
        </p>
        <h2>What is not allowed</h2>
        <p>
          Using another person’s money or identity, hiding where money came from, opening accounts to refer yourself,
          and attacking the service. An account under such suspicion can be locked; what belongs to its owner stays
          theirs, and is paid out unless a law forbids it.
        </p>
        <h2>Leaving</h2>
        <p>
          You can stop copying at any time, download your records and close your account. No later result reaches a copy
          that was stopped. With simulated money its cash is available at once; otherwise it follows within{' '}
          {durationText(MAX_RESULT_WAIT_MS)}, once the results from before the stop are recorded. What is owed to you
          stays owed until it is paid. Records that the law requires are kept; your personal data is deleted, as the{' '}
          <Link to="/privacy-policy">privacy policy</Link> says.
        </p>
        <h2>Changes and complaints</h2>
        <p>
          Changed terms are announced by email before they take effect, and never change a promise already made. A
          complaint is <Link to="/support?kind=complaint">written here</Link>, or mailed to{' '}
          <MailLink address={supportEmail} /> if you have no account. We tell you when a person will answer
          {operator ? `; if it does not satisfy you, complain to ${operator.regulator}.` : '.'}
        </p>
      </Prose>
    </Page>
  );
}
