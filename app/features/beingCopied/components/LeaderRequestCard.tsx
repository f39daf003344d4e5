import { DecisionForm, ReasonedDecision } from '~/features/reviewQueue/components';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import type { leaderQueue } from '../queries.server';
import { LEAST_TRADES } from '../schema';

type RequestToDecide = Awaited<ReturnType<typeof leaderQueue>>['rows'][number];

/** An investor's trader application, their record, and what can be decided now. */
export function LeaderRequestCard({
  request,
  days,
  closed,
  keys,
  reasons,
}: RequestToDecide & { keys: Record<string, string>; reasons: readonly string[] }) {
  const row = { id: request.id, keys };
  const items = [
    { term: 'Applied', detail: <Time at={request.askedAt} /> },
    { term: 'Days of trading', detail: <>{days}</> },
    { term: 'Closed trades', detail: <>{closed < LEAST_TRADES ? closed : `${LEAST_TRADES} or more`}</> },
    { term: 'Minimum amount of a copy', detail: <Money cents={request.minimumCapital} /> },
  ];
  if (request.reason) items.push({ term: 'Reason', detail: <>{request.reason}</> });
  return (
    <>
      <DefinitionList items={items} />
      <DecisionForm {...row} decision="accept" button="Approve" />
      <ReasonedDecision {...row} decision="reject" button="Reject" reasons={reasons} />
    </>
  );
}
