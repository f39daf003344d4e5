import { formatBps } from '~/ledger/money';
import { Sparkline } from '~/ui/Chart';
import { Money, Profit, StatusBadge } from '~/ui/Data';
import { List, Row } from '~/ui/List';
import { Muted } from '~/ui/Text';
import { Link } from '~/web/router';
import type { OwnedCopy } from '../queries.server';

/** A copy's result over time, in small. */
export function CopyLine({ copy: { line, traderName } }: { copy: OwnedCopy }) {
  return <Sparkline values={line} label={`Result of copying ${traderName}, the last ${line.length} days`} level={0} />;
}

/** What came of a copy, and what part that is of what was put in. */
export function TotalResult({ copy: { total, contributed } }: { copy: OwnedCopy }) {
  const part = contributed > 0n ? formatBps(Number((total * 10_000n) / contributed)).replace('-', '−') : null;
  return (
    <>
      <Profit cents={total} />
      {part && ` (${total > 0n ? '+' : ''}${part})`}
    </>
  );
}

/** Where a copy is looked at more closely. */
export const hrefOf = ({ id, leaderOrder }: Pick<OwnedCopy, 'id' | 'leaderOrder'>): string =>
  leaderOrder === null ? '/usercopytrade' : `/usercopytrade/${id}`;

/** On the card of a trader who is copied already. */
export const CopiedAlready = ({ copy }: { copy: OwnedCopy }) => (
  <span>
    <Link to={hrefOf(copy)}>You copy</Link>: <TotalResult copy={copy} />
  </span>
);

/** Copies as rows: what each is worth, what came of it, and what of that came today. */
export function CopyRows({ copies }: { copies: OwnedCopy[] }) {
  return (
    <List>
      {copies.map((copy) => (
        <Row
          key={copy.id}
          title={<Link to={hrefOf(copy)}>{copy.traderName}</Link>}
          detail={
            copy.status === 'active' ? (
              <>
                <Muted>Today </Muted>
                <Profit cents={copy.today} />
              </>
            ) : (
              <StatusBadge status={copy.status} />
            )
          }
          picture={<CopyLine copy={copy} />}
          value={<Money cents={copy.equity} />}
          note={<TotalResult copy={copy} />}
        />
      ))}
    </List>
  );
}
