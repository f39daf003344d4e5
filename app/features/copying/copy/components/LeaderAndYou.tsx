import { ComparedLines } from '~/ui/charts/ComparedLines';
import { Card } from '~/ui/layout/Layout';
import type { Course } from '../following/comparison.server';

/** Two lines on one axis: the copy's result since it began, and the trader's at the size of the copy. They end on the figures of `WholeResult`. */
export const LeaderAndYou = ({ course: { at, own, leader }, name }: { course: Course; name: string }) => (
  <Card
    compact
    title="Trader and you"
    lead="What came of your copy, and what the trader’s trades came to at its size, day by day. Both lines end on the figures of “What you got, and why”."
  >
    <ComparedLines
      at={at}
      one={{ name: `${name}, at your size`, values: leader }}
      other={{ name: 'Your copy', values: own }}
    />
  </Card>
);
