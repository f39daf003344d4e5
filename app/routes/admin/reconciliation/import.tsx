import type { StatementColumns } from '#drizzle/schema';
import { DryRunTable } from '~/features/money/reconciliation/components/tables';
import { columnsSchema, statementFileSchema, statementImportSchema } from '~/features/money/reconciliation/schema';
import {
  type DryRun,
  loadColumns,
  mapColumns,
  previewStatementImport,
} from '~/features/money/reconciliation/sources.server';
import { type ImportedLines, importStatement } from '~/features/money/reconciliation/statements/importLines.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import type { Handle } from '~/platform/db/index.server';
import { refuse } from '~/platform/result';
import type { AdminActor } from '~/platform/states';
import { formatCount } from '~/platform/text/figure';
import { pageTitle } from '~/platform/text/productName';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { Steps } from '~/ui/layout/Steps';
import { Notice } from '~/ui/messages/Notice';
import { CoinMark } from '~/ui/pictures/CoinBadge';
import { Table } from '~/ui/tables/Table';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { readUploadText } from '~/uploads/store.server';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import type { AdminPost } from '../adminForms.server';
import {
  createSourceAction,
  findRequestedMethod,
  methodPath,
  type Posted,
  statementFileAction,
} from './source.form.server';

export const meta = () => [{ title: pageTitle('Import a statement') }];

const fileIdIn = (url: URL): string => url.searchParams.get('file') ?? '';

async function loadFile({ administrator, url, params }: Pick<AdminContext, 'administrator' | 'url' | 'params'>) {
  const method = await findRequestedMethod({ params });
  const text = await readUploadText(fileIdIn(url), administrator.id);
  const run = text.ok
    ? await previewStatementImport(method.code, text.value, { remap: url.searchParams.has('columns') })
    : { at: 'unreadable' as const, fault: text.error.message };
  return { method, run };
}

export const loader = admin.loader('statements:change', async (context) => {
  const { method, run } = await loadFile(context);
  // Sends only the first lines to the page, since there may be thousands.
  const shown = run.at === 'lines' ? { ...run, lines: [] } : run;
  return { method, path: methodPath(method), file: fileIdIn(context.url), run: shown };
});

const UNREADABLE_REFUSAL = refuse('unreadable', 'The file can’t be imported as it is. Nothing was stored.');
const CHANGED_REFUSAL = refuse(
  'changed',
  'The columns have changed since these lines were shown. Check them again. Nothing was stored.',
);

export const action = admin.actions('statements:change', {
  file: statementFileAction,
  columns: async (context: AdminPost) => {
    const file = await readUploadText(fileIdIn(context.url), context.administrator.id);
    const map = async (tx: Handle, by: AdminActor, { method, id: _, ...chosen }: Posted<typeof columnsSchema>) => {
      const columns = await loadColumns(method, file.ok ? file.value : '', chosen);
      return await mapColumns(tx, by, { method, columns });
    };
    const page = () => `/import?file=${encodeURIComponent(fileIdIn(context.url))}`;
    return await createSourceAction(columnsSchema, map, 'Columns saved', page)(context);
  },
  take: async (context: AdminPost) => {
    const { run } = await loadFile(context);
    const take = async (
      tx: Handle,
      by: AdminActor,
      { method, shown, from, until }: Posted<typeof statementImportSchema>,
    ) => {
      if (run.at !== 'lines') return UNREADABLE_REFUSAL;
      if (shown !== run.digest) return CHANGED_REFUSAL;
      return await importStatement(tx, by, { method, lines: run.lines, covers: { from, until } });
    };
    const toast = ({ fresh, matched }: ImportedLines) =>
      `${fresh === 0 ? 'No new lines' : `${formatCount(fresh, 'line')} imported`}, ${matched} matched`;
    return await createSourceAction(statementImportSchema, take, toast)(context);
  },
});

const IMPORT_STEPS = ['Choose the file', 'Choose the columns', 'Review the lines'];

const stepNumber = (at: DryRun['at']): number => (at === 'unreadable' ? 1 : at === 'lines' ? 3 : 2);

export default function ImportStatement() {
  const { method, path, file, run } = useLoaderData<typeof loader>();
  const other = `${path}/import?file=${file}&columns`;
  return (
    <Page
      title={`Import a statement of ${method.name}`}
      picture={<CoinMark icon={method.icon} coin={method.coin} />}
      lead="Nothing is stored until you press Import."
      actions={
        <>
          {run.at !== 'unreadable' && <LinkButton to={`${path}/import`}>Another file</LinkButton>}
          <LinkButton to={path}>Cancel</LinkButton>
        </>
      }
    >
      <Steps steps={IMPORT_STEPS} current={stepNumber(run.at)} />
      <ActionProblem />
      {run.at === 'unreadable' && (
        <>
          {file && (
            <Notice tone="danger" title="This file can’t be read">
              {run.fault}
            </Notice>
          )}
          <Card title={file ? 'Choose another file' : 'Choose the file'}>
            <ActionForm
              schema={statementFileSchema}
              id="file"
              intent="file"
              fields={[
                {
                  as: FileField,
                  name: 'statement',
                  label: 'Statement',
                  hint: `${acceptedText('statement')}, with a header row. Lines imported before are skipped. You review the lines before they are imported.`,
                  accept: acceptAttribute('statement'),
                },
              ]}
            >
              <Button tone="primary">Review</Button>
            </ActionForm>
          </Card>
        </>
      )}
      {run.at === 'columns' && (
        <>
          {run.why && <Notice tone="warning">{run.why}</Notice>}
          <Section title="First lines of the file">
            <Table
              caption="First lines of the file"
              rows={run.first.map((cells, index) => ({ cells, index }))}
              rowKey={({ index }) => String(index)}
              rigid
              columns={run.header.map((name, index) => ({
                header: name || `Column ${index + 1}`,
                cell: ({ cells }: { cells: string[] }) => cells[index] ?? '',
              }))}
            />
          </Section>
          <Card title="Columns">
            <ColumnsForm header={run.header} columns={run.columns} />
          </Card>
        </>
      )}
      {run.at === 'faults' && (
        <Notice tone="danger" title="No line of this file was imported">
          <ul>
            {run.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          <LinkButton to={other}>Choose other columns</LinkButton>
        </Notice>
      )}
      {run.at === 'lines' && (
        <>
          <Card
            title={`${formatCount(run.counts.fresh, 'new line')}, ${run.counts.known} imported before`}
            actions={<LinkButton to={other}>Choose other columns</LinkButton>}
          >
            <p>
              {run.counts.matched} of the new lines match the books, and {run.counts.breaks} become breaks
              {run.leftOut}.
            </p>
            <ActionForm
              schema={statementImportSchema}
              id="take-lines"
              intent="take"
              inline
              hidden={{ shown: run.digest }}
              values={run.covers}
              fields={[
                { name: 'from', type: 'date', label: 'Complete from', hint: 'A day in UTC' },
                { name: 'until', type: 'date', label: 'Complete through', hint: LATEST_DAY },
              ]}
            >
              <Button tone="primary">Import</Button>
            </ActionForm>
          </Card>
          <Section title="Result of each line" lead={run.shown.length === 100 ? 'The first 100.' : undefined}>
            <DryRunTable rows={run.shown} of={method.code} />
          </Section>
        </>
      )}
    </Page>
  );
}

type Choice = { value: string; label: string };
type ColumnName = Exclude<keyof StatementColumns, 'header' | 'confirmed'>;

const DATE_ORDER_OPTIONS: Choice[] = [
  { value: 'day', label: '2 March' },
  { value: 'month', label: '3 February' },
];
const DECIMAL_MARK_OPTIONS: Choice[] = [
  { value: 'point', label: 'point: 1,234.5' },
  { value: 'comma', label: 'comma: 1.234,5' },
];

type ColumnChoice = { name: ColumnName; label: string; hint?: string; options?: Choice[] };

/** Choices for the columns and formats of a file, by subject. A choice without `options` selects one of the columns. */
const COLUMN_CHOICES: { title: string; row: ColumnChoice[] }[] = [
  {
    title: 'Time',
    row: [
      { name: 'date', label: 'Date', hint: 'UTC, unless the value has a time zone.' },
      { name: 'time', label: 'Time', hint: 'If it has its own column.' },
      { name: 'dateOrder', label: '2/3/2026 means', options: DATE_ORDER_OPTIONS },
    ],
  },
  {
    title: 'Amount',
    row: [
      { name: 'amount', label: 'Amount', hint: 'With a sign, or with a column for in or out.' },
      { name: 'decimals', label: 'Decimal separator', options: DECIMAL_MARK_OPTIONS },
      {
        name: 'direction',
        label: 'In or out',
        hint: 'If amounts have no sign: in or out, credit or debit, Haben or Soll.',
      },
      { name: 'moneyIn', label: 'Money in', hint: 'If money in and money out have separate columns.' },
      {
        name: 'moneyOut',
        label: 'Money out',
        hint: 'One is enough if all lines go in one direction.',
      },
      {
        name: 'fee',
        label: 'Fee on top of the amount',
        hint: 'For money in, the sender pays it. If it was deducted, choose the net amount.',
      },
    ],
  },
  {
    title: 'Payment',
    row: [
      { name: 'transactionId', label: 'Transaction ID' },
      { name: 'address', label: 'Address', hint: 'Money in: our address. Money out: the address it was sent to.' },
      { name: 'note', label: 'Note' },
    ],
  },
  {
    title: 'Lines to leave out',
    row: [
      { name: 'coin', label: 'Coin', hint: 'Lines of other coins are left out.' },
      { name: 'status', label: 'Status', hint: 'Lines that are pending or failed are left out.' },
    ],
  },
];

function ColumnsForm({ header, columns }: { header: readonly string[]; columns: StatementColumns }) {
  const names = [...new Set(header)].filter(Boolean).map((name) => ({ value: name, label: name }));
  const placeholder = (name: ColumnName) => (name === 'date' ? 'Choose a column' : 'None');
  const choices = COLUMN_CHOICES.flatMap(({ row }) => row);
  return (
    <ActionForm
      schema={columnsSchema}
      id="columns"
      intent="columns"
      values={Object.fromEntries(choices.map(({ name }) => [name, columns[name] ?? '']))}
      fields={COLUMN_CHOICES.map(({ title, row }) => ({
        title,
        cell: 'small',
        row: row.map(({ options, ...field }) => ({
          as: SelectField,
          ...field,
          ...(options ? { options } : { options: names, placeholder: placeholder(field.name) }),
        })),
      }))}
    >
      <Button tone="primary">Use these columns</Button>
    </ActionForm>
  );
}

const LATEST_DAY = 'An earlier day, if the file was saved before the end of this one';
