import { DecisionForm, FoldedDecision, reasonField } from '~/features/backoffice/reviewQueue/components/DecisionForm';
import { Cluster } from '~/ui/layout/Layout';

/**
 * Forms of the decisions about a request for a second administrator. On the page of the request's entry, the names of
 * the decisions end in `-request`.
 */
export function RequestDecisions(props: {
  id: string;
  digest: string;
  keys: Record<string, string>;
  suffix?: '-request';
}) {
  const { id, digest, keys, suffix = '' } = props;
  const form = { id, keys };
  return (
    <Cluster>
      <DecisionForm {...form} decision={`approve${suffix}`} button="Approve" hidden={{ effect: digest }} />
      <DecisionForm {...form} decision={`withdraw${suffix}`} button="Cancel the request" danger />
      <FoldedDecision
        {...form}
        decision={`reject${suffix}`}
        button="Reject"
        danger
        fields={[{ ...reasonField(), label: 'Reason, shown to the administrator who asked' }]}
      />
    </Cluster>
  );
}
