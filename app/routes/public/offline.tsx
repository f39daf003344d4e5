import { pageMeta } from '~/features/site/marketing/pageMeta';
import { Page } from '~/ui/layout/Layout';
import { Prose } from '~/ui/Text';

export const meta = () => [
  ...pageMeta('No connection', 'What is shown when a page can’t be loaded.'),
  { name: 'robots', content: 'noindex' },
];

/** Offline page, cached by `public/sw.js`. Its text must be true for every reader at any time. */
export default function Offline() {
  return (
    <Page roomy title="No connection" width="reading">
      <Prose>
        <p>
          This page could not be reached, and no copy of it is kept on this device. Where you asked to be remembered as
          you logged in, these can be read as you saw them last, with their time on them, and so can receipts:
        </p>
        <ul>
          <li>
            <a href="/dashboard">Home</a>
          </li>
          <li>
            <a href="/usercopytrade">My copies</a>
          </li>
          <li>
            <a href="/transactions">Transactions</a>
          </li>
        </ul>
        <p>
          Nothing is lost. What you sent either arrived whole or not at all, and sending it again counts once. Go back
          for what you had typed, or reload this page once you are connected again.
        </p>
      </Prose>
    </Page>
  );
}
