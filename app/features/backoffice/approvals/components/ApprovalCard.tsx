import { MayLink } from '~/features/people/components';
import { listEffectItems } from '~/ui/forms/PreviewCard';
import { FoldedCard } from '~/ui/layout/FoldedCard';
import { DefinitionList, StatusBadge, Time } from '~/ui/tables/Data';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import type { loadApprovalQueue } from '../approvals.server';
import { RequestDecisions } from './RequestDecisions';

type Found = Awaited<ReturnType<typeof loadApprovalQueue>>['rows'][number];
type ApprovalRow = Omit<Found, 'decisions'> & { keys: Record<string, string> };

export function ApprovalCard({ request, state, requester, decider, about, effect, digest, keys }: ApprovalRow) {
  const decided = useReturnedValues()?.id;
  const { id, userId, requestedAt, decidedAt, reason, input } = request;
  const items = [
    ...listEffectItems(effect.lines),
    { term: 'Requested by', detail: requester },
    { term: 'Requested', detail: <Time at={requestedAt} /> },
    ...(typeof input.reason === 'string' ? [{ term: 'Their reason', detail: input.reason }] : []),
    ...(userId
      ? [
          {
            term: 'About',
            detail: (
              <MayLink right="users:read" to={`/admin/users/${userId}`}>
                {about}
              </MayLink>
            ),
          },
        ]
      : []),
    ...(decidedAt ? [{ term: 'Decided', detail: <Time at={decidedAt} /> }] : []),
    ...(decider ? [{ term: 'Decided by', detail: decider }] : []),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
  ];
  return (
    <FoldedCard
      name={effect.title}
      detail={
        <>
          {requester}, <Time at={requestedAt} />
        </>
      }
      note={<StatusBadge status={state} />}
      open={decided === id}
      title={effect.title}
      actions={<StatusBadge status={state} />}
    >
      <DefinitionList items={items} />
      <RequestDecisions id={id} digest={digest} keys={keys} />
    </FoldedCard>
  );
}
