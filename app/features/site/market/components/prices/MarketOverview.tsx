import { CardRow } from '~/ui/layout/CardRow';
import { Stack } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import type { MarketGroups } from '../../queries.server';
import { hasMixedSources, PriceNote } from './PriceNote';
import { RatesCard } from './RatesTable';

export function MarketOverview({ groups }: { groups: MarketGroups }) {
  const all = groups.flatMap(({ rows }) => rows);
  if (all.length === 0) return <Empty>No market has a price just now.</Empty>;
  const mixed = hasMixedSources(all);
  return (
    <Stack gap="tight">
      <CardRow label="Markets" across={2}>
        {groups.map(({ title, href, rows }) => (
          <RatesCard
            key={title}
            caption={title}
            rows={rows}
            size="small"
            noted={mixed}
            actions={<Link to={href}>All {title.toLowerCase()}</Link>}
          />
        ))}
      </CardRow>
      {!mixed && <PriceNote rows={all} moving />}
    </Stack>
  );
}
