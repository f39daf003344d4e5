import type { AuditReport } from '~/ledger/proof/audit.server';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

type Checked = AuditReport & { found: number };

export function AuditFindings({ report }: { report: Checked }) {
  const { checkedAt, journals, invariants, findings, found } = report;
  const clean = found === 0;
  return (
    <Stack>
      <Notice tone={clean ? 'success' : 'danger'} title={clean ? 'No problems found' : `${found} findings`}>
        {invariants.length} rules over {journals.toLocaleString('en-US')} journal entries, checked{' '}
        <Time at={checkedAt} />
      </Notice>
      {!clean && (
        <Table
          caption="Findings"
          rows={findings.map((finding, index) => ({ ...finding, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { header: 'Rule', cell: ({ invariant }) => invariant },
            { header: 'Row', cell: ({ row }) => <Code>{row}</Code> },
            { header: 'Problem', cell: ({ detail }) => detail },
          ]}
        />
      )}
    </Stack>
  );
}
