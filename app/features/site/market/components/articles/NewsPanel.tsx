import { SampleBadge } from '~/ui/landing/Landing';
import { CardRow } from '~/ui/layout/CardRow';
import { Card, Cluster, Section } from '~/ui/layout/Layout';
import { ForeignLink, Muted } from '~/ui/Text';
import { Badge, Empty, Time } from '~/ui/tables/Data';
import type { NewsItem } from '../../internal/entries';

/** News about the market with a heading, newest first. Either all `items` of `listNews()` are samples or none is. */
export function NewsPanel({ title, items }: { title: string; items: NewsItem[] }) {
  const notes = items.map((item) => <NewsNote key={item.id} item={item} />);
  if (items.length === 0) {
    return (
      <Section title={title}>
        <Empty>There is no news to show. It appears here as its publisher sends it.</Empty>
      </Section>
    );
  }
  const sample = items.some((item) => item.sample);
  return (
    <Section
      title={
        <>
          {title} {sample && <SampleBadge />}
        </>
      }
    >
      <CardRow label="Notes">{notes}</CardRow>
      <Muted>
        {sample
          ? 'Sample notes: nothing here happened, and nothing here is advice.'
          : 'In its publisher’s words, not ours, and not advice.'}
      </Muted>
    </Section>
  );
}

const NewsNote = ({ item: { at, title, text, topic, link } }: { item: NewsItem }) => (
  <Card title={link ? <ForeignLink href={link}>{title}</ForeignLink> : title}>
    {text && <p>{text}</p>}
    <Cluster>
      {topic && <Badge>{topic}</Badge>}
      {link && <Muted>{new URL(link).hostname}</Muted>}
      <Muted>
        <Time at={at} />
      </Muted>
    </Cluster>
  </Card>
);
