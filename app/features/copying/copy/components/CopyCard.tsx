import type { ReactNode } from 'react';
import { formatBps, formatUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster, Figures } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted, Small, VisuallyHidden } from '~/ui/Text';
import { DefinitionList, Money, Profit, Progress, Stat, StatusBadge, Time } from '~/ui/tables/Data';
import type { OwnedCopy } from '../queries.server';
import { OpensAt, ReturnOnCapital } from './CopyRows';

export function CopyFacts({ copy }: { copy: OwnedCopy }) {
  const { live, result, startedAt, stoppedAt, stopReason, dueAt, leaving, standing, contributed, capital } = copy;
  // A stopped copy has returned all of its money, so its capital is shown instead.
  const items = [
    { term: 'Put in', detail: <Money cents={live ? contributed : capital} /> },
    { term: 'Started', detail: <Time at={startedAt} dateOnly /> },
  ];
  if (standing && live) {
    items.push({ term: 'Closed result', detail: <Profit cents={result} /> });
    if (standing.waitingProfit !== 0n) {
      items.push({ term: 'Closed, not yet booked', detail: <Profit cents={standing.waitingProfit} /> });
    }
  }
  if (copy.running) items.push({ term: 'You can take out', detail: <Money cents={copy.removable} /> });
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
  for (const { symbol, side, opensAt } of standing?.waiting ?? []) {
    const detail = opensAt ? <OpensAt at={opensAt} /> : <>waits for the next price</>;
    items.push({ term: `${symbol}, ${side}`, detail });
  }
  if (stoppedAt) items.push({ term: 'Stopped', detail: <Time at={stoppedAt} /> });
  if (stopReason) items.push({ term: 'Reason', detail: <>{stopReason}</> });
  if (dueAt) items.push({ term: 'Money available by', detail: <Time at={dueAt} /> });
  return (
    <Card title="This copy">
      <DefinitionList items={items} />
      <LeavingNote copy={copy} />
    </Card>
  );
}

export function CopyTerms({ copy, children }: { copy: OwnedCopy; children: ReactNode }) {
  const { live, running, leaderOrder, shareBps, highWaterMark, standing, capital, contributed } = copy;
  const terms: { term: string; detail: ReactNode }[] = [];
  if (live && shareBps > 0 && highWaterMark !== null) {
    const above = highWaterMark > 0n ? highWaterMark : 0n;
    terms.push(
      { term: 'Trader’s share of new profits', detail: formatBps(shareBps) },
      { term: 'Shared only above', detail: <Money cents={above} /> },
    );
    if (standing && standing.share > 0n) {
      terms.push({ term: 'The trader’s share if you stop now', detail: <Money cents={standing.share} /> });
    }
  }
  if (live && capital !== contributed) {
    terms.push({ term: 'Largest amount you had in it; percentages refer to it', detail: <Money cents={capital} /> });
  }
  if (terms.length === 0 && (!running || leaderOrder === null)) return null;
  return (
    <Card title="Terms">
      {terms.length > 0 && <DefinitionList items={terms} />}
      {children}
    </Card>
  );
}

/** First screen of a copy's page: its worth and result, its chart (`children`), its floor and its buttons. */
export function CopyHead({ copy, children }: { copy: OwnedCopy; children: ReactNode }) {
  const { live, running, status, equity, contributed, total, today, floor, traderName } = copy;
  const max = Math.max(Number(equity), Number(contributed));
  const above = floor !== null && equity > floor ? equity - floor : 0n;
  return (
    <Card>
      {status !== 'active' && (
        <Cluster>
          <StatusBadge status={status} />
        </Cluster>
      )}
      {copy.lacksStake && (
        <Notice tone="warning" title="This copy opens no new positions">
          {traderName} has too little of their own money in these trades. Positions still close with theirs.
        </Notice>
      )}
      <Figures>
        {live && <Stat label="In this copy" value={<Money cents={equity} />} />}
        <Stat label="Result of this copy" value={<Profit cents={total} />} detail={<ReturnOnCapital {...copy} />} />
        {live && <Stat label="Today" value={<Profit cents={today} />} />}
      </Figures>
      {children}
      {running && floor !== null && floor > 0n && (
        <Progress value={Number(above)} max={max - Number(floor)} label={`Stops at ${formatUsd(floor)}`}>
          {formatUsd(above)} above it
        </Progress>
      )}
      {running && !floor && <Small>This copy has no floor: it runs until you stop it.</Small>}
      {running && (
        <div id={BUTTONS_ID}>
          <CopyButtons copy={copy} />
        </div>
      )}
    </Card>
  );
}

const BUTTONS_ID = 'copy-buttons';

function CopyButtons({ copy: { id, status } }: { copy: OwnedCopy }) {
  const [intent, label, icon] =
    status === 'paused' ? (['resume', 'Resume', 'play'] as const) : (['pause', 'Pause', 'pause'] as const);
  return (
    <Cluster>
      <LinkButton to="?do=top-up" icon="plus">
        Top up
      </LinkButton>
      <LinkButton to="?do=reduce">Take out</LinkButton>
      <PostForm at={BUTTONS_ID} inline>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="_intent" value={intent} />
        <Button icon={icon} title={label}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </Button>
      </PostForm>
      <LinkButton to="?do=stop" tone="danger">
        Stop copying
      </LinkButton>
    </Cluster>
  );
}

export function ShareNote({ copy, formKey }: { copy: OwnedCopy; formKey: string }) {
  const { id, running, leaderOrder, shareBps, leaderShareBps, traderName } = copy;
  if (!running || leaderOrder === null || shareBps === leaderShareBps) return null;
  return (
    <Notice>
      <p>
        New copies of {traderName} give the trader {formatBps(leaderShareBps)} of new profits. Yours stays at{' '}
        {formatBps(shareBps)} until you agree. What it has gained so far is then shared at {formatBps(shareBps)}.
      </p>
      <PostForm formKey={formKey} at="main" inline>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="shareBps" value={leaderShareBps} />
        <input type="hidden" name="_intent" value="agree-share" />
        <Button>Agree to {formatBps(leaderShareBps)}</Button>
      </PostForm>
    </Notice>
  );
}

/** Note that money withdrawn from a copy may arrive later; shown before and after the request. Renders nothing in paper mode. */
export function LeavingNote({ copy: { live, running, waits } }: { copy: OwnedCopy }) {
  if (!live || !waits) return null;
  const what = running ? 'Results dated after you stop or take out money do not count for that money. It' : 'The money';
  return (
    <Muted>
      {what} follows within {waits}, because results from before may still be entered.
    </Muted>
  );
}
