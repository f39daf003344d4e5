import { ColumnsForm, StatementFileForm, TakeForm } from '~/features/reconciliation/components/forms';
import { DryRunTable } from '~/features/reconciliation/components/tables';
import { columnsSchema, takeSchema } from '~/features/reconciliation/schema';
import { dryRun, mapColumns, withDeclined } from '~/features/reconciliation/sources.server';
import { leftOutText } from '~/features/reconciliation/statements/leftOut';
import { importStatement } from '~/features/reconciliation/statements/takeLines.server';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { counted } from '~/platform/text/figure';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Table } from '~/ui/tables/Table';
import { textOfUpload } from '~/uploads/store.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { type AdminPost, methodOf, pathOf } from './source.form.server';

export const meta = () => [{ title: pageTitle('Import a statement') }];

const fileIn = (url: URL): string => url.searchParams.get('file') ?? '';

async function fileOf({ administrator, url, params }: Pick<AdminContext, 'administrator' | 'url' | 'params'>) {
  const method = await methodOf({ params });
  const text = await textOfUpload(fileIn(url), administrator.id);
  const run = text.ok
    ? await dryRun(method.code, text.value, { remap: url.searchParams.has('columns') })
    : { at: 'unreadable' as const, fault: text.error.message };
  return { method, run };
}

export const loader = admin.loader('statements:change', async (context) => {
  const { method, run } = await fileOf(context);
  // The first lines are shown: there may be thousands.
  const shown = run.at === 'lines' ? { ...run, lines: [] } : run;
  return { method, path: pathOf(method), file: fileIn(context.url), run: shown };
});

const CHANGED = {
  code: 'changed',
  message:
    'The columns were changed since these lines were shown. This is what they are now: look at them again. Nothing was stored.',
};

export const action = admin.actions('statements:change', {
  columns: async (context: AdminPost) => {
    const method = await methodOf(context);
    const sent = await submission(context.form, columnsSchema);
    if (!sent.ok) return sent.refused;
    const by = byAdmin(context.administrator.id);
    const file = await textOfUpload(fileIn(context.url), context.administrator.id);
    const columns = await withDeclined(method.code, file.ok ? file.value : '', sent.value);
    const mapped = await write((tx) => mapColumns(tx, by, { method: method.code, columns }));
    if (!mapped.ok) return sent.refuse(mapped.error);
    return redirect(
      `/admin/reconciliation/${encodeURIComponent(method.code)}/import?file=${encodeURIComponent(fileIn(context.url))}`,
      303,
    );
  },
  take: async (context: AdminPost) => {
    const sent = await submission(context.form, takeSchema);
    if (!sent.ok) return sent.refused;
    const { method, run } = await fileOf(context);
    if (run.at !== 'lines')
      return sent.refuse({ code: 'unreadable', message: 'The file can’t be imported as it is. Nothing was stored.' });
    const { shown, ...covers } = sent.value;
    if (shown !== run.digest) return sent.refuse(CHANGED);
    const by = byAdmin(context.administrator.id);
    const taken = await write((tx) => importStatement(tx, by, { method: method.code, lines: run.lines, covers }));
    if (!taken.ok) return sent.refuse(taken.error);
    const { fresh, matched } = taken.value;
    return await redirectWithToast(`/admin/reconciliation/${encodeURIComponent(method.code)}`, {
      tone: 'success',
      text: `${fresh === 0 ? 'No new lines' : `${counted(fresh, 'line')} imported`}, ${matched} matched`,
    });
  },
});

export default function ImportStatement() {
  const { method, path, file, run } = useLoaderData<typeof loader>();
  const other = `${path}/import?file=${file}&columns`;
  return (
    <Page
      title={`Import a statement of ${method.name}`}
      lead="Nothing is stored yet."
      actions={run.at !== 'unreadable' && <LinkButton to={`${path}#import`}>Another file</LinkButton>}
    >
      <ActionProblem />
      {run.at === 'unreadable' && (
        <>
          {file && (
            <Notice tone="danger" title="This file can’t be read">
              {run.fault}
            </Notice>
          )}
          <Card title={file ? 'Choose another file' : 'Choose the file'}>
            <StatementFileForm action={path} />
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
          <Card title={`${counted(run.counts.fresh, 'new line')}, ${run.counts.known} imported before`}>
            <p>
              {run.counts.matched} of the new lines match the books, and {run.counts.breaks} become breaks
              {leftOutText(run.leftOut)}.
            </p>
            <TakeForm covers={run.covers} digest={run.digest} />
            <LinkButton to={other} tone="quiet">
              Choose other columns
            </LinkButton>
          </Card>
          <Section title="Result of each line" lead={run.shown.length === 100 ? 'The first 100.' : undefined}>
            <DryRunTable rows={run.shown} />
          </Section>
        </>
      )}
    </Page>
  );
}
