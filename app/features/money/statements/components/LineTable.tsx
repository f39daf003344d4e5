import type { ReactNode } from 'react';
import { useDayNames } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { DAY_COLUMNS, type PageLine, STATEMENT_PAGE_COLUMNS } from './internal/statementColumns';

/** Lines of the account. `byDay` groups them below headings of days. */
export function LineTable(props: {
  lines: PageLine[];
  caption: string;
  empty: string;
  start?: ReactNode;
  byDay?: boolean;
}) {
  const nameDay = useDayNames();
  return (
    <Table
      caption={props.caption}
      rows={props.lines}
      rowKey={(_, index) => String(index)}
      empty={props.empty}
      start={props.start}
      dense
      groupOf={props.byDay ? ({ at }) => nameDay(at) : undefined}
      columns={props.byDay ? DAY_COLUMNS : STATEMENT_PAGE_COLUMNS}
    />
  );
}
