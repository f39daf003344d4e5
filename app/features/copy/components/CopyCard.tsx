import { formatBps, formatUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { DefinitionList, Money, Profit, Progress, Stat, StatusBadge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Card, Cluster, Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Muted, VisuallyHidden } from '~/ui/Text';
import { Link } from '~/web/router';
import type { OwnedCopy } from '../queries.server';
import { CopyLine, TotalResult } from './CopyRows';

/** How a copy stands. */
export function CopyFacts({ copy }: { copy: OwnedCopy }) {
  const { live, result, total, today, status, startedAt, stoppedAt, stopReason, dueAt, leaving, standing } = copy;
  const { shareBps, highWaterMark } = copy;
  const items = [
    { term: 'State', detail: <StatusBadge status={status} /> },
    { term: 'Since', detail: <Time at={startedAt} /> },
  ];
  if (live) items.push({ term: 'Today', detail: <Profit cents={today} /> });
  else items.push({ term: 'Result', detail: <Profit cents={total} /> });
  if (standing) {
    items.push({ term: 'Of the result, closed', detail: <Profit cents={result} /> });
    items.push({ term: 'Can be taken out', detail: <Money cents={standing.free} /> });
    for (const { symbol, side, result: open } of standing.positions) {
      items.push({ term: `${symbol}, ${side}`, detail: <Profit cents={open} /> });
    }
  }
  for (const { amount, dueAt: due } of leaving) {
    items.push({
      term: 'Leaving',
      detail: (
        <>
          <Money cents={amount} />
          {due && (
            <>
              {' '}
              by <Time at={due} />
            </>
          )}
        </>
      ),
    });
  }
  if (live && shareBps > 0 && highWaterMark !== null) {
    const above = highWaterMark > 0n ? highWaterMark : 0n;
    items.push(
      { term: 'Leader’s share of new profits', detail: <>{formatBps(shareBps)}</> },
      { term: 'Shared only above', detail: <Money cents={above} /> },
    );
    if (standing && standing.share > 0n) {
      items.push({ term: 'The leader’s if it ended now', detail: <Money cents={standing.share} /> });
    }
  }
  if (stoppedAt) items.push({ term: 'Stopped', detail: <Time at={stoppedAt} /> });
  if (stopReason) items.push({ term: 'Why', detail: <>{stopReason}</> });
  if (dueAt) items.push({ term: 'Money available by', detail: <Time at={dueAt} /> });
  return (
    <Stack>
      {live && <Standing copy={copy} />}
      <DefinitionList items={items} />
    </Stack>
  );
}

/** What a copy is worth, what came of it, its line, and how far it is from its floor. */
function Standing({ copy }: { copy: OwnedCopy }) {
  const { equity, contributed, floor, running } = copy;
  return (
    <Stack>
      <Cluster spread gap="normal">
        <Stat label="In this copy" value={<Money cents={equity} />} detail={<TotalResult copy={copy} />} />
        <CopyLine copy={copy} />
      </Cluster>
      {running && floor !== null && floor > 0n && (
        <Progress
          value={Number(equity > floor ? equity - floor : 0n)}
          max={Math.max(Number(equity), Number(contributed)) - Number(floor)}
          label={`Stops at ${formatUsd(floor)}`}
        >
          {formatUsd(equity > floor ? equity - floor : 0n)} above it
        </Progress>
      )}
    </Stack>
  );
}

/** A copy of the user's, and what can be done with it. */
export function CopyCard({ copy, moneyKey }: { copy: OwnedCopy & { shareKey: string }; moneyKey: string }) {
  const { running, status, traderName, traderId, id } = copy;
  const other = status === 'paused' ? (['resume', 'Resume'] as const) : (['pause', 'Pause'] as const);
  return (
    <Card title={<Link to={`/traders/${traderId}`}>{traderName}</Link>}>
      <CopyFacts copy={copy} />
      {running && (
        <Cluster>
          <LinkButton to={`/usercopytrade?copy=${id}&do=top-up`}>Top up</LinkButton>
          <LinkButton to={`/usercopytrade?copy=${id}&do=reduce`}>Take out</LinkButton>
          <CopyAction id={id} what={other[0]} words={other[1]} name={traderName} />
          <StopForm copy={copy} moneyKey={moneyKey} />
        </Cluster>
      )}
      <ShareNote copy={copy} moneyKey={copy.shareKey} />
      <LeavingNote copy={copy} />
      {copy.leaderOrder !== null && <Link to={`/usercopytrade/${id}`}>Trade by trade</Link>}
    </Card>
  );
}

/** Ends a copy; from any page. Where its money does not follow at once, `LeavingNote` stands beside it. */
export const StopForm = ({ copy, moneyKey }: { copy: OwnedCopy; moneyKey: string }) => (
  <CopyAction id={copy.id} name={copy.traderName} moneyKey={moneyKey} what="stop" words="Stop copying" tone="danger" />
);

/** That the leader asks another share of new copies than the owner of this one agreed to, and a way to agree. */
export function ShareNote({ copy, moneyKey }: { copy: OwnedCopy; moneyKey: string }) {
  const { id, running, shareBps, leaderShareBps, traderName } = copy;
  if (!running || copy.leaderOrder === null || shareBps === leaderShareBps) return null;
  return (
    <Notice>
      <p>
        New copies of {traderName} give the leader {formatBps(leaderShareBps)} of new profits. This one stays at{' '}
        {formatBps(shareBps)} until you agree. What it gained so far is then shared at {formatBps(shareBps)}.
      </p>
      <PostForm action="/usercopytrade" moneyKey={moneyKey} inline>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="shareBps" value={leaderShareBps} />
        <input type="hidden" name="_intent" value="agree-share" />
        <Button>
          Agree to {formatBps(leaderShareBps)}
          <VisuallyHidden> for {traderName}</VisuallyHidden>
        </Button>
      </PostForm>
    </Notice>
  );
}

/** That money which leaves a copy may follow later, before it is asked for and while it waits; nothing in paper mode. */
export function LeavingNote({ copy: { live, running, waits } }: { copy: OwnedCopy }) {
  if (!live || !waits) return null;
  const what = running ? 'When you stop or take out money, results dated later do not count on it. It' : 'The money';
  return <Muted>{what} follows within a day, as results from before may still be entered.</Muted>;
}

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
