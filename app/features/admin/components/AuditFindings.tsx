import type { AuditReport } from '~/ledger/audit.server';
import { Time } from '~/ui/Data';
import { Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Table } from '~/ui/Table';
import { Code } from '~/ui/Text';

/** What a check of the books found, or that all of it is in order. */
export function AuditFindings({ report: { checkedAt, journals, invariants, findings } }: { report: AuditReport }) {
  const clean = findings.length === 0;
  return (
    <Stack>
      <Notice tone={clean ? 'success' : 'danger'} title={clean ? 'Nothing is off' : `${findings.length} findings`}>
        {invariants.length} invariants over {journals} journals, checked <Time at={checkedAt} />
      </Notice>
      {!clean && (
        <Table
          caption="Findings"
          rows={findings.map((finding, index) => ({ ...finding, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { header: 'Invariant', cell: ({ invariant }) => invariant },
            { header: 'Row', cell: ({ row }) => <Code>{row}</Code> },
            { header: 'What is off', cell: ({ detail }) => detail },
          ]}
        />
      )}
    </Stack>
  );
}
