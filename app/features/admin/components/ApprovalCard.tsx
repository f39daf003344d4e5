import { Link } from '@remix-run/react';
import { DefinitionList, StatusBadge, Time } from '~/ui/Data';
import { Card, Cluster } from '~/ui/Layout';
import { Code } from '~/ui/Text';
import { DecisionForm, WrittenDecision } from '../../queue';
import type { approvalQueue } from '../approvals.server';

type Row = Awaited<ReturnType<typeof approvalQueue>>['rows'][number];

const plainly = (value: string) => (value ? <Code>{value}</Code> : 'nothing');

/** One above the other, so that they can be compared character by character. */
function compared({ name, from, to }: Row['effect']['lines'][number]) {
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  if (from === undefined) return [{ term: named, detail: plainly(to) }];
  return [
    { term: `${named} before`, detail: plainly(from) },
    { term: `${named} after`, detail: plainly(to) },
  ];
}

/** What one administrator asked for, with its exact effect, and what the one who looks at it may decide. */
export function ApprovalCard({ request, state, requester, decider, effect, digest, keys }: Row) {
  const { id, userId, requestedAt, decidedAt, reason, input } = request;
  const told = [
    ...effect.lines.flatMap(compared),
    { term: 'Asked for by', detail: requester },
    { term: 'Asked', detail: <Time at={requestedAt} /> },
    ...(typeof input.reason === 'string' ? [{ term: 'Their reason', detail: input.reason }] : []),
    ...(userId ? [{ term: 'Whose matter', detail: <Link to={`/admin/users/${userId}`}>The account</Link> }] : []),
    ...(decidedAt ? [{ term: 'Decided', detail: <Time at={decidedAt} /> }] : []),
    ...(decider ? [{ term: 'Decided by', detail: decider }] : []),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
  ];
  return (
    <Card title={effect.title} actions={<StatusBadge status={state} />}>
      <DefinitionList items={told} />
      <Cluster>
        <DecisionForm id={id} decision="approve" keys={keys} button="Approve">
          <input type="hidden" name="effect" value={digest} />
        </DecisionForm>
        <DecisionForm id={id} decision="withdraw" keys={keys} button="Take it back" danger />
      </Cluster>
      <WrittenDecision
        id={id}
        decision="reject"
        keys={keys}
        button="Reject"
        danger
        name="reason"
        label="Reason, which the administrator who asked reads"
      />
    </Card>
  );
}
