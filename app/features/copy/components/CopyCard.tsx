import { Link } from '@remix-run/react';
import { Button, LinkButton } from '~/ui/Button';
import { DefinitionList, Money, Profit, StatusBadge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Card, Cluster } from '~/ui/Layout';
import { VisuallyHidden } from '~/ui/Text';
import type { OwnedCopy } from '../queries.server';

/** How a copy stands. */
export function CopyFacts({ copy }: { copy: OwnedCopy }) {
  const { live, equity, result, floor, status, startedAt, stoppedAt, stopReason } = copy;
  const items = [
    { term: 'State', detail: <StatusBadge status={status} /> },
    { term: 'Result', detail: <Profit cents={result} /> },
    { term: 'Since', detail: <Time at={startedAt} /> },
  ];
  if (live) items.unshift({ term: 'In this copy', detail: <Money cents={equity} /> });
  if (live && floor) items.push({ term: 'Stops at', detail: <Money cents={floor} /> });
  if (stoppedAt) items.push({ term: 'Stopped', detail: <Time at={stoppedAt} /> });
  if (stopReason) items.push({ term: 'Why', detail: <>{stopReason}</> });
  return <DefinitionList items={items} />;
}

/** A copy of the user's, and what can be done with it. */
export function CopyCard({ copy, moneyKey }: { copy: OwnedCopy; moneyKey: string }) {
  const { id, live, status, traderName, traderId } = copy;
  const other = status === 'paused' ? (['resume', 'Resume'] as const) : (['pause', 'Pause'] as const);
  return (
    <Card title={<Link to={`/traders/${traderId}`}>{traderName}</Link>}>
      <CopyFacts copy={copy} />
      {live && (
        <Cluster>
          <LinkButton to={`/usercopytrade?copy=${id}&do=top-up`}>Top up</LinkButton>
          <LinkButton to={`/usercopytrade?copy=${id}&do=reduce`}>Take out</LinkButton>
          <CopyAction id={id} what={other[0]} words={other[1]} name={traderName} />
          <StopForm id={id} name={traderName} moneyKey={moneyKey} />
        </Cluster>
      )}
    </Card>
  );
}

/** Ends a copy at once; from any page. */
export const StopForm = (props: { id: string; name: string; moneyKey: string }) => (
  <CopyAction {...props} what="stop" words="Stop copying" tone="danger" />
);

type Action = {
  id: string;
  name: string;
  what: 'pause' | 'resume' | 'stop';
  words: string;
  moneyKey?: string;
  tone?: 'danger';
};

function CopyAction({ id, name, moneyKey, what, words, tone }: Action) {
  return (
    <PostForm action="/usercopytrade" moneyKey={moneyKey} inline>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="_intent" value={what} />
      <Button tone={tone}>
        {words}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </PostForm>
  );
}
