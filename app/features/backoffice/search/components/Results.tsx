import { Link } from '~/ui/Link';
import { Section, Stack } from '~/ui/layout/Layout';
import { Small, VisuallyHidden, WrappedText } from '~/ui/Text';
import { Money, StatusBadge, Time } from '~/ui/tables/Data';
import { type Column, Table } from '~/ui/tables/Table';
import type { FoundKind } from '../search.server';

type FoundHit = FoundKind['hits'][number];

/** Returns the columns of all result tables, so that the tables align. Omits columns that are empty in all of them. */
function buildHitColumns(hits: readonly FoundHit[]): Column<FoundHit>[] {
  const columns: (Column<FoundHit> | false)[] = [
    {
      header: 'Match',
      cell: ({ href, title, detail }) => (
        <>
          <Link to={href}>{title}</Link>
          {detail && (
            <div>
              <Small>{detail}</Small>
            </div>
          )}
        </>
      ),
    },
    hits.some(({ amount }) => amount !== undefined) && {
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => (amount === undefined ? '' : <Money cents={amount} />),
    },
    hits.some(({ owner }) => owner) && {
      header: 'User',
      cell: ({ owner }) => owner && <WrappedText>{owner}</WrappedText>,
    },
    hits.some(({ status }) => status) && {
      header: 'State',
      cell: ({ status }) => status && <StatusBadge status={status} />,
    },
    hits.some(({ at }) => at) && {
      header: 'When',
      align: 'end',
      spare: true,
      cell: ({ at }) => at && <Time at={at} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Classes that fix the column widths, so that the columns of all tables are aligned. */
const FIXED_COLUMN_CLASSES =
  '[&_table]:@min-[54rem]:table-fixed [&_th:first-child]:@min-[54rem]:w-1/4 [&_th:last-child]:@min-[54rem]:w-54';

export function Results({ found, only, q }: { found: FoundKind[]; only: string | null; q: string }) {
  const columns = buildHitColumns(found.flatMap(({ hits }) => hits));
  return (
    <div className={FIXED_COLUMN_CLASSES}>
      <Stack gap="loose">
        {found.map(({ kind, label, hits, atMost, more }) => (
          <Section key={kind} title={label}>
            <Table
              caption={`${label}, newest first`}
              rows={hits}
              atMost={atMost}
              rowKey={({ id }) => id}
              dense
              leads
              columns={columns}
            />
            {more && only && <Small>There are more results {hits.length}. Type more of it to find fewer.</Small>}
            {more && !only && (
              <Link to={`/admin/search?q=${encodeURIComponent(q)}&kind=${kind}`}>
                Show more<VisuallyHidden> {label}</VisuallyHidden>
              </Link>
            )}
          </Section>
        ))}
      </Stack>
    </div>
  );
}
