import { Badge, Empty, Time } from '~/ui/Data';
import { Card, Cluster, Grid, Stack } from '~/ui/Layout';
import { ForeignLink, Muted } from '~/ui/Text';
import type { NewsItem } from '../entries';

/** Notes about the market, newest first. `items` from `newsItems()`. */
export function NewsPanel({ items }: { items: NewsItem[] }) {
  if (items.length === 0) return <Empty>There is no news to show. It appears here as its publisher sends it.</Empty>;
  const sample = items.some((item) => item.sample);
  return (
    <Stack>
      <Grid cell="large">
        {items.map(({ id, at, title, text, topic, link, ...item }) => (
          <Card key={id} title={link ? <ForeignLink href={link}>{title}</ForeignLink> : title}>
            {text && <p>{text}</p>}
            <Cluster>
              {topic && <Badge>{topic}</Badge>}
              {item.sample && <Badge tone="warning">sample</Badge>}
              {link && <Muted>{new URL(link).hostname}</Muted>}
              <Muted>
                <Time at={at} />
              </Muted>
            </Cluster>
          </Card>
        ))}
      </Grid>
      <Muted>
        {sample
          ? 'Sample notes, written from simulated prices. Nothing here happened, and nothing here is advice.'
          : 'In its publisher’s words, not ours, and no advice.'}
      </Muted>
    </Stack>
  );
}
