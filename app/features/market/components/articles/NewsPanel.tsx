import { CardRow } from '~/ui/landing/Landing';
import { Card, Cluster, Stack } from '~/ui/layout/Layout';
import { ForeignLink, Muted } from '~/ui/Text';
import { Badge, Empty, Time } from '~/ui/tables/Data';
import type { NewsItem } from '../../internal/entries';

/** Notes about the market, newest first. `items` from `newsItems()`. */
export function NewsPanel({ items }: { items: NewsItem[] }) {
  const notes = items.map((item) => <Note key={item.id} item={item} />);
  if (items.length === 0) return <Empty>There is no news to show. It appears here as its publisher sends it.</Empty>;
  const sample = items.some((item) => item.sample);
  return (
    <Stack>
      <CardRow label="Notes">{notes}</CardRow>
      <Muted>
        {sample
          ? 'Sample notes, written from simulated prices. Nothing here happened, and nothing here is advice.'
          : 'In its publisher’s words, not ours, and not advice.'}
      </Muted>
    </Stack>
  );
}

const Note = ({ item: { at, title, text, topic, link, sample } }: { item: NewsItem }) => (
  <Card title={link ? <ForeignLink href={link}>{title}</ForeignLink> : title}>
    {text && <p>{text}</p>}
    <Cluster>
      {topic && <Badge>{topic}</Badge>}
      {sample && <Badge tone="warning">sample</Badge>}
      {link && <Muted>{new URL(link).hostname}</Muted>}
      <Muted>
        <Time at={at} />
      </Muted>
    </Cluster>
  </Card>
);
