import type { ReactNode } from 'react';
import type { MATCHED_BY } from '#drizzle/schema';
import { May } from '~/features/staff/components';
import { dayText } from '~/platform/text/dayText';
import { Link } from '~/ui/Link';
import { Cluster } from '~/ui/layout/Layout';
import { Id } from '~/ui/Text';
import { Age, Badge, Money, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { BreakKind, StatementBreak } from '../breaks.server';
import { coinText } from '../coinText';
import type { Receipt } from '../receipts.server';
import type { DryLine, ListedLine, ListedSource } from '../sources.server';

/** What a break is, in a few words. */
export const BREAK_TITLES: Record<BreakKind, string> = {
  unknown: 'Not in the books',
  small: 'Small amounts of a day, not in the books',
  repeated: 'Duplicate line',
  unseen: 'Not on a statement',
  'amount-differs': 'Amount differs',
  'amount-unknown': 'Amount not in the books',
  'address-differs': 'Address differs',
  'claimed-twice': 'Claimed by several deposits',
};

/** How a line was matched or resolved. */
export const HOW: Record<(typeof MATCHED_BY)[number], string> = {
  transaction: 'matched by transaction',
  address: 'matched by address',
  amount: 'matched by amount',
  hand: 'matched by hand',
  own: 'operator’s own money',
  fee: 'network or exchange fee',
  unidentified: 'unidentified receipt',
  credited: 'unidentified receipt, credited',
  returned: 'unidentified receipt, sent back',
  corrected: 'amount corrected',
  repeated: 'duplicate line',
  dust: 'too small to book',
  elsewhere: 'paid another way',
};

/** @param props.of the code of the method whose coin it is */
export const Coins = ({ units, of }: { units: bigint; of?: string }) => (
  <span className="whitespace-nowrap">{coinText(units, of)}</span>
);

/** Leads to where a statement of the method is chosen, for those who may import it. */
export const ImportLink = ({ path, children }: { path: string; children: string }) => (
  <May right="statements:change">
    <Link to={`${path}#import`}>{children}</Link>
  </May>
);

type Known = ListedSource & { source: NonNullable<ListedSource['source']> };

/** The methods that have a statement, with what is open. */
export function SourcesTable({ rows, at }: { rows: readonly Known[]; at: Date }) {
  return (
    <Table
      caption="Methods and their statements"
      rows={rows}
      rowKey={({ code }) => code}
      empty="No statement has been imported yet. Choose a method below to import its first."
      dense
      columns={[
        { header: 'Method', cell: ({ code, name }) => <Link to={`/admin/reconciliation/${code}`}>{name}</Link> },
        {
          header: 'Breaks',
          align: 'end',
          cell: ({ source }) =>
            source.breaks > 0 ? <Badge tone="bad">{source.breaks}</Badge> : <Badge tone="good">None</Badge>,
        },
        {
          header: 'Oldest break',
          folded: true,
          cell: ({ source }) => (source.oldest ? <Age since={source.oldest} at={at} /> : '–'),
        },
        {
          header: 'Statement balance',
          folded: true,
          cell: ({ code, source }) => <Coins units={source.held} of={code} />,
        },
        {
          header: 'Imported through',
          cell: ({ source }) => (source.until ? <Time at={source.until} /> : '–'),
        },
        {
          header: 'Signed off through',
          folded: true,
          cell: ({ source }) =>
            source.signed
              ? `${dayText(new Date(source.signed.day))}${source.signed.countersignedAt ? '' : ', not countersigned'}`
              : '–',
        },
      ]}
    />
  );
}

/** The methods that have none yet, each leading to where it is imported. */
export const WithoutStatement = ({ rows }: { rows: readonly ListedSource[] }) => (
  <Cluster>
    {rows.map(({ code, name }) => (
      <Link key={code} to={`/admin/reconciliation/${code}`}>
        {name}
      </Link>
    ))}
  </Cluster>
);

const whatOf = ({ lines: [line], movements: [movement] }: StatementBreak) => {
  const text = line?.transactionId ?? line?.address ?? movement?.typed;
  if (text) return <Id>{text}</Id>;
  return line?.note || (movement ? `${movement.thing} of ${movement.owner.name}` : '–');
};

const unitsOf = ({ lines, movements }: StatementBreak): bigint | null =>
  lines.length > 0 ? lines.reduce((sum, { amount }) => sum + amount, 0n) : (movements[0]?.amount ?? null);

/** What a statement and our books differ by, oldest first. */
export function BreaksTable(props: { rows: readonly StatementBreak[]; at: Date; path: string; of: string }) {
  return (
    <Table
      caption="Breaks, oldest first"
      rows={props.rows}
      rowKey={({ id }) => id}
      empty="Every statement line is in the books, and every payment in the books is on a statement."
      dense
      leads
      atMost={100}
      columns={[
        {
          header: 'Break',
          cell: ({ id, kind }) => <Link to={`${props.path}/breaks/${id}`}>{BREAK_TITLES[kind]}</Link>,
        },
        {
          header: 'Amount',
          align: 'end',
          cell: (row) => {
            const units = unitsOf(row);
            if (units !== null) return <Coins units={units} of={props.of} />;
            return <Money cents={row.movements[0]?.cents ?? 0n} />;
          },
        },
        { header: 'Reference', cell: whatOf },
        { header: 'Age', cell: ({ since }) => <Age since={since} at={props.at} /> },
        { header: 'Assigned to', folded: true, cell: ({ mark }) => mark?.takenBy?.name ?? '–' },
      ]}
    />
  );
}

/** Receipts of which something is held, the newest first. */
export function ReceiptsTable(props: { rows: readonly Receipt[]; at: Date; path: string; of: string }) {
  return (
    <Table
      caption="Unidentified receipts"
      rows={props.rows}
      rowKey={({ line }) => line.id}
      dense
      leads
      atMost={100}
      columns={[
        {
          header: 'Receipt',
          cell: ({ line }) => (
            <Link to={`${props.path}/breaks/${line.id}`}>
              <Coins units={line.amount} of={props.of} />
            </Link>
          ),
        },
        { header: 'Held', align: 'end', cell: ({ held }) => <Money cents={held} /> },
        {
          header: 'Reference',
          cell: ({ line: { transactionId, note } }) => (transactionId ? <Id>{transactionId}</Id> : note || '–'),
        },
        { header: 'Age', cell: ({ line }) => <Age since={line.at} at={props.at} /> },
      ]}
    />
  );
}

type Match = ListedLine['matches'][number];

/** The page of the deposit or withdrawal that something is about. */
export const itemPath = (thing: string, itemId: string): string =>
  `/admin/${thing === 'deposit' ? 'deposits' : 'withdrawals'}?show=all&item=${itemId}`;

/** The payment that a line is matched with. */
function movementOf({ thing, itemId }: Match, words: ReactNode, count: number) {
  if (!thing || !itemId) return words;
  return (
    <>
      <Link to={itemPath(thing, itemId)}>{count > 1 ? `${count} ${thing}s` : thing}</Link>, {words}
    </>
  );
}

/** Lines of a source, and what each of them is. */
export function LinesTable({ rows, path, of }: { rows: readonly ListedLine[]; path: string; of: string }) {
  return (
    <Table
      caption="Statement lines, the newest import first"
      rows={rows}
      rowKey={({ id }) => id}
      empty={
        <>
          No statement has been imported yet. <ImportLink path={path}>Import a statement</ImportLink>
        </>
      }
      dense
      columns={[
        { header: 'Booked', cell: ({ at }) => <Time at={at} /> },
        { header: 'Amount', align: 'end', cell: ({ amount }) => <Coins units={amount} of={of} /> },
        {
          header: 'Status',
          cell: ({ id, matches }) => {
            const match = matches.find(({ thing }) => thing !== null) ?? matches[0];
            const words = <Link to={`${path}/breaks/${id}`}>{match ? HOW[match.how] : 'open'}</Link>;
            return match ? movementOf(match, words, matches.length) : words;
          },
        },
        {
          header: 'Fee',
          align: 'end',
          folded: true,
          cell: ({ fee }) => (fee === 0n ? '–' : <Coins units={fee} of={of} />),
        },
        {
          header: 'Transaction',
          folded: true,
          cell: ({ transactionId }) => (transactionId ? <Id>{transactionId}</Id> : '–'),
        },
        { header: 'Address', folded: true, cell: ({ address }) => (address ? <Id>{address}</Id> : '–') },
        { header: 'Note', folded: true, cell: ({ note }) => note || '–' },
      ]}
    />
  );
}

const IS: Record<DryLine['is'], { words: string; tone: 'good' | 'bad' | 'accent' }> = {
  known: { words: 'imported before', tone: 'accent' },
  matched: { words: 'matches', tone: 'good' },
  differs: { words: 'differs from', tone: 'bad' },
  repeated: { words: 'duplicate line', tone: 'bad' },
  break: { words: 'not in the books', tone: 'bad' },
};

/** The first lines of a file, and what each of them would be. */
export function DryRunTable({ rows }: { rows: readonly DryLine[] }) {
  return (
    <Table
      caption="Lines of the file"
      rows={rows}
      rowKey={({ key }) => key}
      dense
      atMost={100}
      columns={[
        { header: 'Booked', cell: ({ at }) => <Time at={new Date(at)} /> },
        { header: 'Amount', align: 'end', cell: ({ amount }) => <Coins units={amount} /> },
        {
          header: 'Result',
          cell: (line) => (
            <>
              <Badge tone={IS[line.is].tone}>{IS[line.is].words}</Badge> {line.with.join(', ')}
            </>
          ),
        },
        { header: 'Fee', align: 'end', folded: true, cell: ({ fee }) => (fee === 0n ? '–' : <Coins units={fee} />) },
        {
          header: 'Transaction',
          folded: true,
          cell: ({ transactionId }) => (transactionId ? <Id>{transactionId}</Id> : '–'),
        },
        { header: 'Address', folded: true, cell: ({ address }) => (address ? <Id>{address}</Id> : '–') },
      ]}
    />
  );
}
