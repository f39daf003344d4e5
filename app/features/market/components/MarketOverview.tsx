import { Link } from '@remix-run/react';
import { Card, Grid } from '~/ui/Layout';
import type { Overview } from '../queries.server';
import { RatesTable } from './RatesTable';

/** A few prices of each market and the way to more. `groups` from `overview()`. */
export function MarketOverview({ groups }: { groups: Overview }) {
  return (
    <Grid cell="large">
      {groups.map(({ title, href, rows }) => (
        <Card key={title} title={title} actions={<Link to={href}>More {title.toLowerCase()}</Link>}>
          <RatesTable caption={title} rows={rows} compact />
        </Card>
      ))}
    </Grid>
  );
}
