import type { ReactNode } from 'react';
import { formatBps, formatUsd } from '~/ledger/money';
import { percentText } from '~/platform/text/percent';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { FoldedCard } from '~/ui/layout/FoldedCard';
import { Card, Cluster, Stack, WideOnly } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted, Small, Unbroken, VisuallyHidden } from '~/ui/Text';
import { DefinitionList, Facts, Money, Profit, Progress, Stat, StatusBadge, Time } from '~/ui/tables/Data';
import type { OwnedCopy } from '../queries.server';
import { CopyLine, LeaderFace, PartOf, ResultInPercent, TotalResult, TypedMark } from './CopyRows';

/**
 * The figures and dates of a copy.
 * @param props.folded inside a `FoldedCard`, whose two lines a phone does not repeat; open positions and terms are then shown here,
 * while the copy's own page has separate cards for them
 */
function CopyFacts({ copy, folded = false }: { copy: OwnedCopy; folded?: boolean }) {
  const { live, result, today, status, startedAt, stoppedAt, stopReason, dueAt, leaving, standing } = copy;
  const { contributed, capital, running } = copy;
  // A stopped copy has returned all of its money, so its capital is shown instead.
  const facts: Fact[] = [{ term: 'Put in', detail: <Money cents={live ? contributed : capital} /> }];
  if (folded || !live) facts.unshift({ term: 'Since', detail: <Time at={startedAt} dateOnly /> });
  if (live) facts.push({ term: 'Today', detail: <Profit cents={today} />, spare: folded });
  else if (folded) facts.push({ term: 'Result', detail: <TotalResult copy={copy} />, spare: true });
  if (standing) {
    facts.push({ term: 'Closed result', detail: <Profit cents={result} /> });
    if (standing.waitingProfit !== 0n) {
      facts.push({ term: 'Closed, not yet booked', detail: <Profit cents={standing.waitingProfit} /> });
    }
    if (running) facts.push({ term: 'Can take out', detail: <Money cents={copy.removable} /> });
  }
  // A link, as the buttons are for what changes the copy, and have one row.
  if (folded && copy.leaderOrder !== null) {
    facts.push({
      term: 'Beside the trader',
      detail: (
        <Link to={`/usercopytrade/${copy.id}`} className="inline-block min-h-6">
          Trade by trade<VisuallyHidden> of {copy.traderName}</VisuallyHidden>
        </Link>
      ),
    });
  }
  const items: Fact[] = leaving.map(({ amount, dueAt: due }) => ({
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
  }));
  for (const { symbol, side } of standing?.waiting ?? []) {
    items.push({ term: `${symbol}, ${side}`, detail: 'waits for the next price' });
  }
  // A copy that has a page of its own shows its terms there.
  if (folded && copy.leaderOrder === null) items.push(...termsOf(copy));
  if (stoppedAt) items.push({ term: 'Stopped', detail: <Time at={stoppedAt} /> });
  if (stopReason) items.push({ term: 'Why', detail: <>{stopReason}</> });
  if (dueAt) items.push({ term: 'Money available by', detail: <Time at={dueAt} /> });
  const badge = <StatusBadge status={status} />;
  return (
    <Stack>
      {status !== 'active' && (folded ? <WideOnly from="small">{badge}</WideOnly> : badge)}
      {copy.lacksStake && (
        <Notice tone="warning" title="This copy opens nothing new">
          {copy.traderName} trades with too little money of their own beside what copies hold. Closings go through.
        </Notice>
      )}
      {live ? <Standing copy={copy} folded={folded} /> : !folded && <Outcome copy={copy} />}
      <Facts columns={folded ? 3 : 4} items={facts} />
      {folded && standing && <Holds positions={standing.positions} />}
      {items.length > 0 && <DefinitionList items={items} />}
    </Stack>
  );
}

const Outcome = ({ copy }: { copy: OwnedCopy }) => (
  <Stat label="Result of this copy" value={<Profit cents={copy.total} />} detail={<PartOf {...copy} />} />
);

/** The open positions of a copy in a line or two; its own page has their sizes and prices. */
const Holds = ({ positions }: Pick<NonNullable<OwnedCopy['standing']>, 'positions'>) =>
  positions.length > 0 && (
    <Stack gap="tight">
      <Small>Open now</Small>
      <Facts
        columns={3}
        items={positions.map(({ symbol, side, result }) => ({
          term: `${symbol}, ${side}`,
          detail: <Profit cents={result} />,
        }))}
      />
    </Stack>
  );

function termsOf({ live, shareBps, highWaterMark, standing, capital, contributed }: OwnedCopy): Fact[] {
  if (!live) return [];
  const terms: Fact[] = [];
  if (shareBps > 0 && highWaterMark !== null) {
    const above = highWaterMark > 0n ? highWaterMark : 0n;
    terms.push(
      { term: 'Trader’s share of new profits', detail: <>{formatBps(shareBps)}</> },
      { term: 'Shared only above', detail: <Money cents={above} /> },
    );
    if (standing && standing.share > 0n) {
      terms.push({ term: 'The trader’s share if it ended now', detail: <Money cents={standing.share} /> });
    }
  }
  if (capital !== contributed) {
    terms.push({
      term: 'Most that you had in it at one time, of which results are a part',
      detail: <Money cents={capital} />,
    });
  }
  return terms;
}

/** The terms of a copy, for its own page; `children` are the forms that change them. */
export function CopyTerms({ copy, children }: { copy: OwnedCopy; children: ReactNode }) {
  const terms = termsOf(copy);
  if (terms.length === 0 && (!copy.running || copy.leaderOrder === null)) return null;
  return (
    <Card title="Terms">
      {terms.length > 0 && <DefinitionList items={terms} />}
      {children}
    </Card>
  );
}

type Fact = { term: string; detail: ReactNode; spare?: boolean };

/** A copy's worth, its result, and how far it is above its floor; with a small chart where the page has no large one. */
function Standing({ copy, folded }: { copy: OwnedCopy; folded: boolean }) {
  const { equity, contributed, floor, running } = copy;
  const label = folded ? (
    'In this copy'
  ) : (
    <>
      In this copy since <Time at={copy.startedAt} dateOnly />
    </>
  );
  const worth = <Stat label={label} value={<Money cents={equity} />} detail={<TotalResult copy={copy} />} />;
  return (
    <Stack>
      <Cluster spread gap="normal">
        {folded ? <WideOnly from="small">{worth}</WideOnly> : worth}
        {folded && <CopyLine copy={copy} />}
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
      {running && folded && !floor && <Small>No floor is set: this copy runs until you stop it.</Small>}
    </Stack>
  );
}

/** A copy of the user's, and what can be done with it; `bps` is its share of all copies, `folds` folds it on every screen. */
export function CopyCard(props: {
  copy: OwnedCopy & { shareKey: string };
  bps?: number;
  open: boolean;
  folds: boolean;
}) {
  const { copy, bps, open, folds } = props;
  const { live, equity, traderName, traderId, id } = copy;
  const part = bps ? `${percentText(bps)} of your copies` : undefined;
  return (
    <FoldedCard
      id={id}
      always={folds}
      open={open || undefined}
      face={<LeaderFace copy={copy} size="small" />}
      name={traderName}
      value={live && <Money cents={equity} />}
      detail={
        <>
          {copy.status === 'active' ? (
            <Unbroken>
              Today <Profit cents={copy.today} />
            </Unbroken>
          ) : (
            <StatusBadge status={copy.status} />
          )}{' '}
          <TypedMark copy={copy} />
        </>
      }
      // Only the percentage: on a phone there is no room beside the picture for the amount, which is shown when the card unfolds.
      note={<ResultInPercent copy={copy} />}
      title={
        <Link to={`/traders/${traderId}`} className="inline-block min-h-6">
          {traderName}
        </Link>
      }
      lead={copy.typedLabel && <TypedMark copy={copy} />}
      actions={part && <Muted>{part}</Muted>}
      opened={
        <Cluster spread>
          <Link to={`/traders/${traderId}`}>
            Profile<VisuallyHidden> of {traderName}</VisuallyHidden>
          </Link>
          {part && <Muted>{part}</Muted>}
        </Cluster>
      }
    >
      <CopyFacts copy={copy} folded />
      <CopyButtons copy={copy} />
      <ShareNote copy={copy} formKey={copy.shareKey} />
      <LeavingNote copy={copy} />
    </FoldedCard>
  );
}

/** The first screen of a copy's page: its figures, why they are so, buttons, open positions and the chart; on a phone in this order. */
export const CopyHead = (props: { copy: OwnedCopy; why: ReactNode; positions: ReactNode; chart: ReactNode }) => (
  <div className="copy-head">
    <Card compact>
      <CopyFacts copy={props.copy} />
    </Card>
    {props.why && <div className="copy-why">{props.why}</div>}
    <CopyButtons copy={props.copy} />
    {props.positions && <div className="copy-positions">{props.positions}</div>}
    {props.chart && <div className="copy-chart">{props.chart}</div>}
  </div>
);

function CopyButtons({ copy }: { copy: OwnedCopy }) {
  const { id, running, status, traderName } = copy;
  if (!running) return null;
  const other = status === 'paused' ? (['resume', 'Resume'] as const) : (['pause', 'Pause'] as const);
  const step = (what: string) => `/usercopytrade?copy=${id}&do=${what}`;
  const which = <VisuallyHidden> {traderName}</VisuallyHidden>;
  return (
    <Cluster>
      <LinkButton to={step('top-up')}>Top up{which}</LinkButton>
      <LinkButton to={step('reduce')}>Take out{which}</LinkButton>
      <PostForm action="/usercopytrade" at={id} inline>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="_intent" value={other[0]} />
        <Button>
          {other[1]}
          {which}
        </Button>
      </PostForm>
      <LinkButton to={step('stop')} tone="danger">
        Stop copying{which}
      </LinkButton>
    </Cluster>
  );
}

export function ShareNote({ copy, formKey }: { copy: OwnedCopy; formKey: string }) {
  const { id, running, shareBps, leaderShareBps, traderName } = copy;
  if (!running || copy.leaderOrder === null || shareBps === leaderShareBps) return null;
  return (
    <Notice>
      <p>
        New copies of {traderName} give the leader {formatBps(leaderShareBps)} of new profits. This one stays at{' '}
        {formatBps(shareBps)} until you agree. What it gained so far is then shared at {formatBps(shareBps)}.
      </p>
      <PostForm action="/usercopytrade" formKey={formKey} at={id} inline>
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

/** Says that money taken out of a copy may arrive later: before it is requested and while it waits. Nothing in paper mode. */
export function LeavingNote({ copy: { live, running, waits } }: { copy: OwnedCopy }) {
  if (!live || !waits) return null;
  const what = running ? 'Results dated after you stop or take out money do not count for that money. It' : 'The money';
  return (
    <Muted>
      {what} follows within {waits}, as results from before may still be entered.
    </Muted>
  );
}
