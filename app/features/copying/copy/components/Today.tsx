import { Link } from '~/ui/Link';
import { Card } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import type { CopyRow } from '../queries.server';
import type { CopyResult } from '../results.server';
import { CopyRows } from './CopyRows';
import { ResultsTable } from './ResultsTable';

/** Limits that keep this section short on a phone; the page of copies lists all copies and trades. */
const MAX_SHOWN_COPIES = 5;
const MAX_SHOWN_TRADES = 5;

export function YourCopies({ copies }: { copies: CopyRow[] }) {
  if (copies.length === 0) return null;
  return (
    <Card
      title="My copies"
      actions={<Link to="/usercopytrade">All {copies.length > MAX_SHOWN_COPIES && copies.length} copies</Link>}
    >
      <CopyRows copies={copies.slice(0, MAX_SHOWN_COPIES)} atMost={MAX_SHOWN_COPIES} />
    </Card>
  );
}

export function DailyTrades({ results }: { results: CopyResult[] }) {
  if (results.length === 0) {
    return (
      <Card title="Daily trade log">
        <Muted>No trade of your copies has closed today. Trades that close today are listed here.</Muted>
      </Card>
    );
  }
  return (
    <Card
      title="Daily trade log"
      actions={results.length > MAX_SHOWN_TRADES && <Link to="/usercopytrade">All trades</Link>}
    >
      <ResultsTable
        caption="Today’s copied trades, newest first"
        results={results.slice(0, MAX_SHOWN_TRADES)}
        atMost={MAX_SHOWN_TRADES}
        short="of all copies"
        empty={null}
      />
    </Card>
  );
}
