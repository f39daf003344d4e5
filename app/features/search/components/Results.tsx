import { Link } from '~/ui/Link';
import { Section, Stack } from '~/ui/layout/Layout';
import { Small } from '~/ui/Text';
import { Money, StatusBadge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { Found } from '../search.server';

/**
 * What was found, a table for each kind of thing.
 * @param only the kind that was looked in alone
 * @param q what was typed
 */
export const Results = ({ found, only, q }: { found: Found[]; only: string | null; q: string }) => (
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
          columns={[
            { header: 'What', cell: ({ href, title }) => <Link to={href}>{title}</Link> },
            {
              header: 'Amount',
              align: 'end',
              cell: ({ amount }) => (amount === undefined ? '' : <Money cents={amount} />),
            },
            { header: 'Whose', cell: ({ owner, detail }) => [owner, detail].filter(Boolean).join(' · ') },
            { header: 'State', cell: ({ status }) => status && <StatusBadge status={status} /> },
            { header: 'When', align: 'end', spare: true, cell: ({ at }) => at && <Time at={at} /> },
          ]}
        />
        {more && only && <Small>There are more than these {hits.length}. Type more of it to find fewer.</Small>}
        {more && !only && (
          <Link to={`/admin/search?q=${encodeURIComponent(q)}&kind=${kind}`}>More under “{label}”</Link>
        )}
      </Section>
    ))}
  </Stack>
);
