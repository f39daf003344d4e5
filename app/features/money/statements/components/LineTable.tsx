import type { ReactNode } from 'react';
import { Table } from '~/ui/tables/Table';
import { type PageLine, STATEMENT_PAGE_COLUMNS } from './internal/statementColumns';

export function LineTable(props: { lines: PageLine[]; caption: string; empty: string; start?: ReactNode }) {
  return (
    <Table
      caption={props.caption}
      rows={props.lines}
      rowKey={(_, index) => String(index)}
      empty={props.empty}
      start={props.start}
      dense
      columns={STATEMENT_PAGE_COLUMNS}
    />
  );
}
