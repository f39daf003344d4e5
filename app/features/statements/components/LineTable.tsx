import { Table } from '~/ui/tables/Table';
import { type PageLine, STATEMENT_PAGE_COLUMNS } from './internal/statementColumns';

/** What happened to everything that is owed to a user, each under its true name, with what was owed after it. */
export function LineTable({ lines, caption, empty }: { lines: PageLine[]; caption: string; empty: string }) {
  return (
    <Table
      caption={caption}
      rows={lines}
      rowKey={({ journalId }) => journalId}
      empty={empty}
      dense
      columns={STATEMENT_PAGE_COLUMNS}
    />
  );
}
