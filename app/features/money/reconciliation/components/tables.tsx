import type { ReactNode } from 'react';
import type { MATCHED_BY } from '#drizzle/schema';
import { May } from '~/features/people/components';
import { capitalise } from '~/platform/text/capitalised';
import { dayText } from '~/platform/text/dayText';
import { formatCount } from '~/platform/text/figure';
import { Link } from '~/ui/Link';
import { CoinMark } from '~/ui/pictures/CoinBadge';
import { Id, NoWrap, VisuallyHidden } from '~/ui/Text';
import { Age, Badge, Money, Time } from '~/ui/tables/Data';
import { type Column, PictureIndent, Table } from '~/ui/tables/Table';
import type { ReceivedLine } from '../book.server';
import type { BreakKind, StatementBreak } from '../breaks.server';
import { statementCoinText } from '../line';
import type { DryLine, ListedLine, ListedSource } from '../sources.server';

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

export const MATCH_LABELS: Record<(typeof MATCHED_BY)[number], string> = {
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

export const Coins = ({ units, of }: { units: bigint; of?: string }) => (
  <span className="whitespace-nowrap">{statementCoinText(units, of)}</span>
);

export const coinsColumn = <Row,>(
  header: string,
  unitsOf: (row: Row) => bigint,
  of?: string,
  folded = false,
): Column<Row> => ({
  header,
  align: 'end',
  folded,
  cell: (row) => <Coins units={unitsOf(row)} of={of} />,
});

/** Returns a column that is folded on narrow screens; a dash replaces an empty value. */
const foldedColumn = <Row,>(header: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  header,
  folded: true,
  cell: (row) => cell(row) || '–',
});

const renderId = (text: string | null | undefined) => text && <Id>{text}</Id>;

type LineFacts = Pick<DryLine, 'amount' | 'fee' | 'transactionId' | 'address'> & { at: Date | number };

const buildLineColumns = <Row extends LineFacts>(status: Column<Row>, of?: string): Column<Row>[] => [
  { header: 'Booked', cell: ({ at }) => <Time at={new Date(at)} /> },
  coinsColumn('Amount', ({ amount }) => amount, of),
  status,
  { ...foldedColumn('Fee', ({ fee }) => fee !== 0n && <Coins units={fee} of={of} />), align: 'end' },
  foldedColumn('Transaction', ({ transactionId }) => renderId(transactionId)),
  foldedColumn('Address', ({ address }) => renderId(address)),
];

export const getSourcePath = (code: string): string => `/admin/reconciliation/${encodeURIComponent(code)}`;

export const ImportLink = ({ path, children }: { path: string; children: ReactNode }) => (
  <May right="statements:change">
    <Link to={`${path}/import`}>{children}</Link>
  </May>
);

/**
 * Returns the sort value of a method in the list: methods with most breaks come first, methods without a statement
 * last.
 */
const getSourceRank = ({ source }: ListedSource): number => source?.breaks ?? -1;

const describeSourceState = ({ source }: ListedSource) => {
  if (!source) return <Badge icon="dash">No statement</Badge>;
  if (source.breaks > 0) return <Badge tone="bad">{formatCount(source.breaks, 'break')}</Badge>;
  return (
    <Badge tone="good" icon="check">
      No breaks
    </Badge>
  );
};

export const SourcesTable = ({ rows, at }: { rows: readonly ListedSource[]; at: Date }) => (
  <Table
    caption="Methods and their statements"
    rows={rows.toSorted((one, other) => getSourceRank(other) - getSourceRank(one))}
    rowKey={({ code }) => code}
    dense
    leads
    columns={[
      {
        header: 'Method',
        cell: ({ code, name, icon, coin }) => (
          <span className="flex items-center gap-3">
            <CoinMark icon={icon} coin={coin} />
            <NoWrap>
              <Link to={getSourcePath(code)}>{name}</Link>
            </NoWrap>
          </span>
        ),
      },
      {
        header: 'State',
        cell: (row) => (
          <>
            <PictureIndent />
            {describeSourceState(row)}
          </>
        ),
      },
      foldedColumn<ListedSource>(
        'Oldest break',
        ({ source }) => source?.oldest && <Age since={source.oldest} at={at} />,
      ),
      foldedColumn<ListedSource>(
        'Statement balance',
        ({ code, source }) => source && <Coins units={source.held} of={code} />,
      ),
      foldedColumn<ListedSource>('Imported through', ({ source }) => source?.until && <Time at={source.until} />),
      foldedColumn<ListedSource>(
        'Signed off through',
        ({ source }) =>
          source?.signed &&
          `${dayText(new Date(source.signed.day))}${source.signed.countersignedAt ? '' : ', not countersigned'}`,
      ),
      {
        header: 'Action',
        align: 'end',
        cell: ({ code, name }) => (
          <ImportLink path={getSourcePath(code)}>
            Import<VisuallyHidden> a statement of {name}</VisuallyHidden>
          </ImportLink>
        ),
      },
    ]}
  />
);

function findReference({ lines: [line], movements: [movement] }: StatementBreak) {
  const text = line?.transactionId ?? line?.address ?? movement?.enteredTransactionId;
  return renderId(text) || line?.note || (movement ? `${movement.thing} of ${movement.owner.name}` : '–');
}

function getAmount({ lines, movements: [movement] }: StatementBreak, of: string) {
  const units = lines.length > 0 ? lines.reduce((sum, { amount }) => sum + amount, 0n) : (movement?.amount ?? null);
  return units === null ? <Money cents={movement?.cents ?? 0n} /> : <Coins units={units} of={of} />;
}

type OfMethod<Row> = { rows: readonly Row[]; path: string; of: string };

export const BreaksTable = ({ rows, at, path, of }: OfMethod<StatementBreak> & { at: Date }) => (
  <Table
    caption="Breaks, oldest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="All statement lines and payments match."
    dense
    leads
    atMost={100}
    columns={[
      { header: 'Break', cell: ({ id, kind }) => <Link to={`${path}/breaks/${id}`}>{BREAK_TITLES[kind]}</Link> },
      { header: 'Amount', align: 'end', cell: (row) => getAmount(row, of) },
      { header: 'Reference', cell: findReference },
      { header: 'Age', cell: ({ since }) => <Age since={since} at={at} /> },
      foldedColumn<StatementBreak>('Assigned to', ({ mark }) => mark?.takenBy?.name),
    ]}
  />
);

const renderReceiptLink = ({ line: { id, amount } }: ReceivedLine, path: string, of: string) => (
  <Link to={`${path}/breaks/${id}`}>
    <Coins units={amount} of={of} />
  </Link>
);

export const ReceiptsTable = ({ rows, at, path, of }: OfMethod<ReceivedLine> & { at: Date }) => (
  <Table
    caption="Unidentified receipts"
    rows={rows}
    rowKey={({ line }) => line.id}
    dense
    leads
    atMost={100}
    columns={[
      { header: 'Receipt', cell: (row) => renderReceiptLink(row, path, of) },
      { header: 'Held', align: 'end', cell: ({ held }) => <Money cents={held} /> },
      { header: 'Reference', cell: ({ line: { transactionId, note } }) => renderId(transactionId) || note || '–' },
      { header: 'Age', cell: ({ line }) => <Age since={line.at} at={at} /> },
    ]}
  />
);

export const getItemPath = (thing: string, itemId: string): string =>
  `/admin/${thing === 'deposit' ? 'deposits' : 'withdrawals'}?show=all&item=${itemId}`;

function describeStatus({ id, matches }: ListedLine, path: string) {
  const match = matches.find(({ thing }) => thing !== null) ?? matches[0];
  const label = match ? MATCH_LABELS[match.how] : 'open';
  const breakPath = `${path}/breaks/${id}`;
  if (!match?.thing || !match.itemId) return <Link to={breakPath}>{capitalise(label)}</Link>;
  const { thing, itemId } = match;
  return (
    <>
      <Link to={getItemPath(thing, itemId)}>
        {matches.length > 1 ? `${matches.length} ${thing}s` : capitalise(thing)}
      </Link>
      , <Link to={breakPath}>{label}</Link>
    </>
  );
}

export const LinesTable = ({ rows, path, of }: OfMethod<ListedLine>) => (
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
      ...buildLineColumns<ListedLine>({ header: 'Status', cell: (row) => describeStatus(row, path) }, of),
      foldedColumn<ListedLine>('Note', ({ note }) => note),
    ]}
  />
);

const DRY_RUN_RESULTS: Record<DryLine['is'], { text: string; tone: 'good' | 'bad' | 'accent' }> = {
  known: { text: 'Imported before', tone: 'accent' },
  matched: { text: 'Matches', tone: 'good' },
  differs: { text: 'Differs from', tone: 'bad' },
  repeated: { text: 'Duplicate line', tone: 'bad' },
  break: { text: 'Not in the books', tone: 'bad' },
};

const describeResult = (line: DryLine) => (
  <>
    <Badge tone={DRY_RUN_RESULTS[line.is].tone}>{DRY_RUN_RESULTS[line.is].text}</Badge> {line.with.join(', ')}
  </>
);

export const DryRunTable = ({ rows, of }: { rows: readonly DryLine[]; of: string }) => (
  <Table
    caption="Lines of the file"
    rows={rows}
    rowKey={({ key }) => key}
    dense
    atMost={100}
    columns={buildLineColumns<DryLine>({ header: 'Result', cell: describeResult }, of)}
  />
);
