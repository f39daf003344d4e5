import { DecisionForm, type Opened, OpenItem, ReasonedDecision } from '~/features/backoffice/components';
import { percentText } from '~/platform/text/percent';
import { Change, DefinitionList, Money, Time } from '~/ui/tables/Data';
import type { loadLeaderQueue, RequestRecord } from '../queries.server';

type RequestToDecide = Awaited<ReturnType<typeof loadLeaderQueue>>['rows'][number];

export function LeaderRequestCard({
  request,
  days,
  record,
  reasons,
  ...opened
}: Opened & RequestToDecide & { record: RequestRecord; reasons: readonly string[] }) {
  const row = { id: request.id, keys: opened.keys };
  const { closed, won, returnBps, maxDrawdownBps, risk, until } = record;
  const items = [
    { term: 'Applied', detail: <Time at={request.askedAt} /> },
    { term: 'Days of trading', detail: <>{days}</> },
    { term: 'Closed trades', detail: <>{closed > 0 ? `${closed}, ${won} of them won` : 'None'}</> },
    { term: 'Return', detail: returnBps === null ? <>Less than a day</> : <Change bps={returnBps} /> },
    { term: 'Largest fall', detail: <>{percentText(maxDrawdownBps)}</> },
    { term: 'Risk', detail: <>{risk === null ? 'Not rated yet' : `${risk} of 10`}</> },
    ...(until ? [{ term: 'Figures up to', detail: <Time at={new Date(until.getTime() - 1)} dateOnly /> }] : []),
    { term: 'Minimum amount of a copy', detail: <Money cents={request.minimumCapital} /> },
  ];
  if (request.reason) items.push({ term: 'Reason', detail: <>{request.reason}</> });
  return (
    <OpenItem
      {...opened}
      facts={items.map(({ term }) => term)}
      checks={returnBps !== null && returnBps < 0 ? [{ content: 'Their own trading is at a loss so far' }] : []}
      decisions={
        <>
          <DecisionForm {...row} decision="accept" button="Approve" />
          <ReasonedDecision {...row} decision="reject" button="Reject" reasons={reasons} />
        </>
      }
    >
      <DefinitionList items={items} />
    </OpenItem>
  );
}
