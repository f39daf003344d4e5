import { pageMeta } from '~/features/site/marketing/pageMeta';
import { useSite } from '~/features/site/marketing/useSite';
import { Page } from '~/ui/layout/Layout';
import { MailLink } from '~/ui/MailLink';
import { Prose } from '~/ui/Text';
import { REFERRER_DAYS } from '~/web/cookies/referrerDays';

export const meta = () =>
  pageMeta('Privacy policy', 'What Mirrorbook knows about you, why, for how long, and who else sees it.');

const FRAME_TEXTS = {
  click:
    'They load nothing from other hosts: a market page shows a view of TradingView’s only when you ask for it, and then that site sees your network address.',
  on: 'Market pages show views of TradingView’s beside our own; that site sees your network address.',
  off: 'They load nothing from other hosts.',
};

export default function Privacy() {
  const { supportEmail, frames } = useSite();
  return (
    <Page roomy title="Privacy policy" lead="What we know about you, why, for how long, and who else sees it.">
      <Prose columns>
        <h2>Visiting</h2>
        <p>
          These public pages set no cookie and count no visitors. {FRAME_TEXTS[frames]} If you choose a theme, a cookie
          remembers it. Our server keeps a technical log of requests, without their queries.
        </p>
        <h2>Having an account</h2>
        <ul>
          <li>
            <strong>What you tell us:</strong> name, username, email address, phone number, and what you add to your
            profile. We use it to identify and reach you.
          </li>
          <li>
            <strong>Your password:</strong> only a one-way hash of it. It can’t be read.
          </li>
          <li>
            <strong>Your country:</strong> if your browser offers its location when you register, the country is taken
            from it and the location is not kept.
          </li>
          <li>
            <strong>What you do with money:</strong> deposits and their proofs, withdrawals and their addresses, copies,
            plans, and each change that the operator makes.
          </li>
          <li>
            <strong>Documents</strong> you send to verify yourself: seen only by you and those who review them. Pictures
            are redrawn, which removes hidden camera data.
          </li>
          <li>
            <strong>Sign-ins:</strong> when, from which address and kind of browser, so that you can end those that are
            not yours.
          </li>
        </ul>
        <h2>Cookies</h2>
        <p>
          One that keeps you signed in, one that guards forms against other sites, one that shows a message once, one
          that says when you last looked, one that remembers who referred you, for {REFERRER_DAYS} days, the theme, and,
          while you are signed in, your first name for the header of these pages. No script can read the first five.
          There is no advertising here and no tracking.
        </p>
        <h2>Who else sees it</h2>
        <p>
          The operator’s staff, as their work needs and with a record of what they did; the mail service that carries
          our messages; and authorities where a law demands it. A trader you copy sees how many follow and how much,
          never who. Nothing is sold.
        </p>
        <h2>For how long</h2>
        <p>
          While you have the account. When you close it, your personal data is deleted. Records of money stay as long as
          the law requires, under a number instead of your name.
        </p>
        <h2>What you can ask</h2>
        <p>
          You can ask to see your data, download it, correct it or delete it. The settings do most of that at once. For
          the rest write to <MailLink address={supportEmail} />.
        </p>
      </Prose>
    </Page>
  );
}
