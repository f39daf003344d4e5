import { counted } from '~/platform/text/figure';
import { ComparedLines } from '~/ui/charts/ComparedLines';
import { Card } from '~/ui/layout/Layout';

/** What a copy was worth since it began, and what its money would be worth with the trader's returns alone, on one axis. */
export function LeaderAndYou({ own, leader, name }: { own: number[]; leader: number[]; name: string }) {
  return (
    <Card
      compact
      title="Trader and you"
      lead={`What your copy was worth, and what the same money would be worth with the trader’s return on their whole account: ${counted(own.length - 1, 'day')} up to midnight (UTC)`}
    >
      <ComparedLines one={{ name, values: leader }} other={{ name: 'Your copy', values: own }} />
    </Card>
  );
}
