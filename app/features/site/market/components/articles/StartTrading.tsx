import { SignUpButton } from '~/features/site/marketing/components/SignUpButton';
import { LinkButton } from '~/ui/Button';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';

/** Links to start with, next to the risks; shown at the end of every market page. */
export function StartTrading({ risk }: { risk: string }) {
  return (
    <Stack>
      <Notice tone="warning" title="Before you start">
        {risk} Only invest what you can afford to lose.
      </Notice>
      <Cluster>
        <SignUpButton>Start trading</SignUpButton>
        <LinkButton to="/traders">Find traders</LinkButton>
      </Cluster>
    </Stack>
  );
}
