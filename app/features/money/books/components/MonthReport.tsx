import type { MonthFlow, MonthLine } from '#drizzle/schema';
import { bookLineTitle, isAssetLine, JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import { LinkButton } from '~/ui/Button';
import { Card, Section } from '~/ui/layout/Layout';
import { WrappedText } from '~/ui/Text';
import { DefinitionList, Money } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

const sumColumn = (lines: readonly MonthLine[], column: 'debits' | 'credits' | 'closing' | 'opening') =>
  lines.reduce((sum, line) => sum + BigInt(line[column]), 0n);

const isAsset = ({ name }: MonthLine) => isAssetLine(name);

export function MonthReport(props: {
  month: string;
  report: { lines: MonthLine[]; flows: MonthFlow[] };
  seal: { position: number; hash: string } | null;
}) {
  const { lines, flows } = props.report;
  const at = `/admin/books/months/${props.month}`;
  const [held, owed] = [lines.filter(isAsset), lines.filter((line) => !isAsset(line))];
  return (
    <>
      <Card title="At its end">
        <DefinitionList
          items={[
            { term: 'Held', detail: <Money cents={sumColumn(held, 'closing')} /> },
            { term: 'Owed, and the operator’s own', detail: <Money cents={sumColumn(owed, 'closing')} /> },
            { term: 'Debits of the month', detail: <Money cents={sumColumn(lines, 'debits')} /> },
            { term: 'Credits of the month', detail: <Money cents={sumColumn(lines, 'credits')} /> },
            ...(props.seal
              ? [
                  {
                    term: `Seal ${props.seal.position}, the last one when this was computed`,
                    detail: <WrappedText>{props.seal.hash}</WrappedText>,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Section
        title="Trial balance"
        actions={
          <LinkButton to={`${at}/trial-balance.csv`} document download>
            CSV
          </LinkButton>
        }
      >
        <Table
          caption="Trial balance"
          rows={lines}
          rowKey={({ name }) => name}
          empty="Nothing was ever posted."
          dense
          columns={[
            { header: 'Line', cell: ({ name }) => bookLineTitle(name) },
            { header: 'Opening', align: 'end', spare: true, cell: ({ opening }) => <Money cents={BigInt(opening)} /> },
            { header: 'Debits', align: 'end', spare: true, cell: ({ debits }) => <Money cents={BigInt(debits)} /> },
            { header: 'Credits', align: 'end', spare: true, cell: ({ credits }) => <Money cents={BigInt(credits)} /> },
            { header: 'Closing', align: 'end', cell: ({ closing }) => <Money cents={BigInt(closing)} /> },
          ]}
        />
      </Section>
      <Section
        title="Posted"
        lead="Fees, bonuses, copies and plans are among the kinds."
        actions={
          <>
            <LinkButton to={`${at}/flows.csv`} document download>
              CSV
            </LinkButton>
            <LinkButton to={`${at}/liabilities.csv`} document download>
              Owed to each user, CSV
            </LinkButton>
            <LinkButton to={`/admin/books/years/${props.month.slice(0, 4)}.csv`} document download>
              Results of {props.month.slice(0, 4)} by user, CSV
            </LinkButton>
          </>
        }
      >
        <Table
          caption="Posted in the month, by kind"
          rows={flows}
          rowKey={({ kind }) => kind}
          empty="Nothing was posted in it."
          dense
          columns={[
            { header: 'Kind', cell: ({ kind }) => JOURNAL_KINDS[kind as JournalKind] ?? kind },
            { header: 'Journal entries', align: 'end', spare: true, cell: ({ n }) => n.toLocaleString('en-US') },
            { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={BigInt(amount)} /> },
          ]}
        />
      </Section>
    </>
  );
}
