import type { EntryRequest } from '~/features/backoffice/approvals/waitingApprovals.server';
import { listEffectItems } from '~/ui/forms/PreviewCard';
import { Card } from '~/ui/layout/Layout';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { RequestDecisions } from './RequestDecisions';

/** Request for a second administrator, with its effect and the decisions available to the viewer. */
export function ApprovalRequest({ keys, ...request }: EntryRequest & { keys: Record<string, string> }) {
  const { id, requester, at, reason, effect, digest } = request;
  return (
    <Card
      title={effect.title}
      lead={
        <>
          Requested by {requester}, <Time at={at} />. It happens when a second administrator approves it.
        </>
      }
    >
      <DefinitionList
        items={[...listEffectItems(effect.lines), ...(reason ? [{ term: 'Their reason', detail: reason }] : [])]}
      />
      <RequestDecisions id={id} digest={digest} keys={keys} suffix="-request" />
    </Card>
  );
}
