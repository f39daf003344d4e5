import { LinkButton } from '~/ui/Button';
import { Cluster, Page } from '~/ui/Layout';

export default function Landing() {
  return (
    <Page title="Innovative Copy Trading Platform">
      <Cluster>
        <LinkButton to="/signup" tone="primary">
          Get started
        </LinkButton>
      </Cluster>
    </Page>
  );
}
