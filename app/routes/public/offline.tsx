import { pageMeta } from '~/features/marketing/pageMeta';
import { LinkButton } from '~/ui/Button';
import { Cluster, Page } from '~/ui/layout/Layout';
import { Prose } from '~/ui/Text';

export const meta = () => [
  ...pageMeta('No connection', 'What is shown when a page can’t be loaded.'),
  { name: 'robots', content: 'noindex' },
];

/** Kept by `public/sw.js` for when nothing else can be had: it must be true for every reader and at any time. */
export default function Offline() {
  return (
    <Page roomy title="No connection" width="reading">
      <Prose>
        <p>
          This page could not be reached, so no balance, price or order can be shown: figures are never kept on this
          device, because old ones would mislead.
        </p>
        <p>
          Nothing is lost. What you sent either arrived whole or not at all, and sending it again counts once. Go back
          for what you had typed, or reload this page once you are connected again.
        </p>
      </Prose>
      <Cluster>
        <LinkButton to="/dashboard" icon="home" document>
          Go to the dashboard
        </LinkButton>
      </Cluster>
    </Page>
  );
}
