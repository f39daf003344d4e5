import { Badge, Empty, Time } from '~/ui/Data';
import { Card, Cluster, Grid, Stack } from '~/ui/Layout';
import { Muted } from '~/ui/Text';
import type { NewsItem } from '../news.server';

/** Notes about the market, newest first. `items` from `newsItems()`. */
export function NewsPanel({ items }: { items: NewsItem[] }) {
  if (items.length === 0) return <Empty>No source of news is configured.</Empty>;
  return (
    <Stack>
      <Grid cell="large">
        {items.map(({ id, at, title, text, topic }) => (
          <Card key={id} title={title}>
            <p>{text}</p>
            <Cluster>
              <Badge>{topic}</Badge>
              <Badge tone="warning">sample</Badge>
              <Muted>
                <Time at={at} />
              </Muted>
            </Cluster>
          </Card>
        ))}
      </Grid>
      <Muted>Sample notes, written from simulated prices. Nothing here happened, and nothing here is advice.</Muted>
    </Stack>
  );
}
