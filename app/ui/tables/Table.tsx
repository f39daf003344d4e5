import { Fragment, type ReactNode } from 'react';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { cx } from '../cx';
import { Link } from '../Link';
import { Details } from '../layout/Details';
import { Icon, type IconName } from '../pictures/Icon';
import { Empty } from './Data';

export type Column<Row> = {
  header: string;
  /** `end` for amounts. */
  align?: 'end';
  /** True to omit the column on a phone, in a `rigid` table, or if another page shows it. */
  spare?: boolean;
  /** True if the column is for phones only, where it combines the omitted columns. */
  slim?: boolean;
  /** Shows the column only in expanded rows of a narrow dense table. */
  folded?: boolean;
  sort?: { href: string; direction?: 'ascending' | 'descending' };
  cell: (row: Row) => ReactNode;
};

export const InColumn = ({ children }: { children: ReactNode }) => (
  <div className="in-column font-normal">{children}</div>
);

/** Part of a cell that a dense table shows only if it has no room for the column. */
export const InRow = ({ children }: { children: ReactNode }) => <span className="in-row font-normal">{children}</span>;

/** Indents a second line of a row to the text, to the right of the row's picture. */
export const PictureIndent = () => (
  <InRow>
    <span className="face-gap" />
  </InRow>
);

/** Table whose first column names the row. On narrow screens rows become cards. `empty` is shown without rows. */
export function Table<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  caption: string;
  empty?: ReactNode;
  /** Icon above `empty`. */
  icon?: IconName;
  /** Button below `empty`, which creates the first row. */
  start?: ReactNode;
  /** Stays a table on a phone and scrolls sideways, for many rows that are compared with each other. */
  rigid?: boolean;
  /** Shows rows as two lines on a phone: the first column and the first end-aligned one above, two more below. */
  dense?: boolean;
  /** On a phone, the whole row follows the link in the first column. */
  leads?: boolean;
  /** Gives each row its key as its ID, so that forms can return to it. */
  anchored?: boolean;
  /** Heading of the group that a row belongs to, shown above the first row of each group. */
  groupOf?: (row: Row) => string;
  /** Largest number of rows, by default that of a page. */
  atMost?: number;
  /** Stays a table in the narrowest card, for two short columns; words wrap. */
  narrow?: boolean;
}) {
  const { columns, rows, rowKey, caption } = props;
  const stacks = !props.rigid && !props.narrow && !props.dense;
  const places = props.dense ? gridAreasOf(columns) : [];
  const shown = columns.filter(({ slim }) => !slim).length;
  const folds = columns.some(({ folded }) => folded);
  if (!rows.length)
    return (
      <Empty icon={props.icon} action={props.start}>
        {props.empty ?? 'Nothing here yet.'}
      </Empty>
    );
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="table-scroller relative -m-1 overflow-x-auto p-1"
    >
      <table
        className={cx(
          'w-full',
          props.rigid && 'whitespace-nowrap',
          props.dense && (shown > 4 ? 'stacking-dense-wide' : 'stacking-dense'),
          stacks && (shown > 5 ? 'stacking-wide' : 'stacking'),
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {columns.map((column, index) => (
              <Fragment key={column.header}>
                <th
                  scope="col"
                  aria-sort={column.sort?.direction}
                  data-align={column.align}
                  className={cx('font-medium', visibilityClass(column, props.dense))}
                >
                  {column.sort ? <SortLink {...column} sort={column.sort} /> : column.header}
                </th>
                {folds && index === 0 && (
                  <th scope="col" className="row-fold">
                    More
                  </th>
                )}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody data-records={props.atMost ?? ROWS_ON_A_PAGE} className="divide-y divide-line">
          {rows.map((row, index) => (
            <Fragment key={rowKey(row, index)}>
              {props.groupOf && (index === 0 || props.groupOf(row) !== props.groupOf(rows[index - 1] as Row)) && (
                <tr>
                  <th scope="rowgroup" colSpan={columns.length} className="table-group">
                    {props.groupOf(row)}
                  </th>
                </tr>
              )}
              <tr id={props.anchored ? rowKey(row, index) : undefined} data-leads={props.leads || undefined}>
                {columns.map((column, index) => {
                  const Cell = index ? 'td' : 'th';
                  return (
                    <Fragment key={column.header}>
                      <Cell
                        scope={index ? undefined : 'row'}
                        data-label={column.header}
                        data-align={column.align}
                        data-place={places[index]}
                        className={visibilityClass(column, props.dense)}
                      >
                        {column.cell(row)}
                      </Cell>
                      {folds && index === 0 && <RowFold />}
                    </Fragment>
                  );
                })}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the class that limits a column to some screens. Dense rows decide by the available width. */
const visibilityClass = ({ spare, slim }: Column<never>, dense?: boolean): string | undefined => {
  if (slim) return dense ? 'row-slim' : 'sm:hidden';
  return spare && !dense ? 'max-sm:hidden' : undefined;
};

/** Returns the grid areas of cells in a two-line row: the first column and the first end-aligned one above, the others below. */
function gridAreasOf(columns: readonly Column<never>[]): (string | undefined)[] {
  const isShown = ({ spare, folded }: Column<never>) => !spare && !folded;
  const amount = columns.findIndex((column, index) => index > 0 && column.align === 'end' && isShown(column));
  let below = 0;
  return columns.map((column, index) => {
    if (index === 0) return undefined;
    if (column.folded) return 'folded';
    if (column.spare) return 'spare';
    if (index === amount) return 'amount';
    return below++ % 2 ? 'right' : 'left';
  });
}

/** Control that unfolds the rest of its row on a phone. Styles show or hide those cells by its state. */
const RowFold = () => (
  <td className="row-fold">
    <Details ofRow className="group">
      <summary className="flex min-h-11 min-w-11 list-none items-center justify-center text-muted [&::-webkit-details-marker]:hidden">
        <span className="sr-only">More</span>
        <span className="group-open:rotate-180">
          <Icon name="chevron-down" size="small" />
        </span>
      </summary>
    </Details>
  </td>
);

function SortLink({ header, sort }: { header: string; sort: NonNullable<Column<unknown>['sort']> }) {
  return (
    <Link to={sort.href} preventScrollReset className="inline-flex min-h-11 items-center gap-1">
      {header}
      {sort.direction && <Icon name={sort.direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size="small" />}
    </Link>
  );
}
