import { DecisionForm, QueueCard, ReasonedDecision } from '~/features/reviewQueue/components';
import type { kycQueue } from '../queries.server';
import { Papers } from './Papers';

type PapersToDecide = Awaited<ReturnType<typeof kycQueue>>['rows'][number];

/** A user's identity papers, the document beside the decision, and what can be decided now. */
export function KycCard({ papers, document, owner, keys }: PapersToDecide & { keys: Record<string, string> }) {
  const row = { id: papers.id, keys };
  return (
    <QueueCard id={papers.id} owner={owner} status={papers.status} since={papers.submittedAt}>
      <Papers papers={papers} document={document} />
      <DecisionForm {...row} decision="approve" button="Approve" />
      <ReasonedDecision {...row} decision="reject" button="Reject" />
    </QueueCard>
  );
}
