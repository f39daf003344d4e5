import { DecisionForm, ReasonedDecision, SentBefore } from '~/features/reviewQueue/components';
import { MayLink } from '~/features/staff/components';
import { Time } from '~/ui/tables/Data';
import type { kycQueue } from '../queries.server';
import { Papers } from './Papers';

type PapersToDecide = Awaited<ReturnType<typeof kycQueue>>['rows'][number];

/** A user's identity papers, their files beside the decision, and what can be decided now. */
export function KycCard({
  papers,
  files,
  sameDocument,
  keys,
  reasons,
}: PapersToDecide & { keys: Record<string, string>; reasons: readonly string[] }) {
  const row = { id: papers.id, keys };
  return (
    <>
      <Papers papers={papers} files={files} narrow />
      <SentBefore title="Other users have sent the same document" others={sameDocument.map(otherPapers)} />
      <DecisionForm {...row} decision="approve" button="Approve" />
      <ReasonedDecision {...row} decision="reject" button="Reject" reasons={reasons} />
      <ReasonedDecision {...row} decision="revoke" button="Revoke" reasons={reasons} />
    </>
  );
}

const otherPapers = ({ id, owner, status, submittedAt }: PapersToDecide['sameDocument'][number]) => ({
  key: id,
  line: (
    <>
      <MayLink right="users:read" to={`/admin/users/${owner.id}`}>
        {owner.firstName} {owner.lastName}
      </MayLink>
      : {status}, <Time at={submittedAt} />
    </>
  ),
});
