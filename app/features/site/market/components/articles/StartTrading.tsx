import { LinkButton } from '~/ui/Button';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';

/** The way in, and what can be lost, side by side: at the end of every market page. */
export function StartTrading({ risk }: { risk: string }) {
  return (
    <Stack>
      <Notice tone="warning" title="Before you start">
        {risk} Only invest what you can afford to lose.
      </Notice>
      <Cluster>
        <LinkButton to="/signup" tone="primary">
          Start trading
        </LinkButton>
        <LinkButton to="/markets">All markets</LinkButton>
      </Cluster>
    </Stack>
  );
}
