import type { ReactNode } from 'react';
import { cx } from './cx';
import { Empty } from './Data';
import { Icon } from './Icon';
import { Link } from './Link';

export type Column<Row> = {
  header: string;
  /** `end` for amounts. */
  align?: 'end';
  /** Left out on a phone: of a table that stays one there (`rigid`), and where another page has this column. */
  spare?: boolean;
  /** On a phone alone: says together what its spare columns say apart. */
  slim?: boolean;
  /** Where the header leads when the table can be ordered by this column, and how it is ordered now. */
  sort?: { href: string; direction?: 'ascending' | 'descending' };
  cell: (row: Row) => ReactNode;
};

/**
 * Rows of one kind; the first column names each. Where there is no room for the columns every row becomes a card that
 * repeats the headers. With no rows it shows `empty` in place of itself.
 */
export function Table<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  caption: string;
  empty?: ReactNode;
  /**
   * Stays a table on the smallest phone, to be scrolled sideways if need be: for many rows that are compared with each
   * other.
   */
  rigid?: boolean;
  /**
   * Many rows that a phone shows in two lines each: the first column and the first one aligned to the end above, two more in small
   * below. Columns beyond these four are `spare`.
   */
  dense?: boolean;
  /** Widths that do not hang on what the rows say: a long table may be shown while its end is still on its way. */
  steady?: boolean;
  /** Gives each row its key as its id, for what leads back to it. */
  anchored?: boolean;
  /** Two short columns: stays a table in the narrowest card, its words wrapping. */
  narrow?: boolean;
}) {
  const { columns, rows, rowKey, caption } = props;
  const stacks = !props.rigid && !props.narrow && !props.dense;
  if (!rows.length) return <Empty>{props.empty ?? 'Nothing here yet.'}</Empty>;
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="table-scroller relative -m-1 overflow-x-auto p-1"
    >
      <table
        className={cx(
          'w-full',
          props.rigid && 'whitespace-nowrap',
          props.dense && 'stacking-dense',
          props.steady && 'sm:table-fixed sm:[&_th:first-child]:w-1/4 sm:[&_th[data-align=end]]:w-54',
          stacks && (columns.length > 5 ? 'stacking-wide' : 'stacking'),
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={column.sort?.direction}
                data-align={column.align}
                className={cx('font-medium', column.spare && 'max-sm:hidden', column.slim && 'sm:hidden')}
              >
                {column.sort ? <SortLink {...column} sort={column.sort} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} id={props.anchored ? rowKey(row) : undefined}>
              {columns.map((column, index) => {
                const Cell = index ? 'td' : 'th';
                return (
                  <Cell
                    key={column.header}
                    scope={index ? undefined : 'row'}
                    data-label={column.header}
                    data-align={column.align}
                    className={column.spare ? 'max-sm:hidden' : column.slim ? 'sm:hidden' : undefined}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SortLink({ header, sort }: { header: string; sort: NonNullable<Column<unknown>['sort']> }) {
  return (
    <Link to={sort.href} preventScrollReset className="inline-flex min-h-11 items-center gap-1">
      {header}
      {sort.direction && <Icon name={sort.direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size="small" />}
    </Link>
  );
}
