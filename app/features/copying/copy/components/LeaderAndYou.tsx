import { ComparedLines } from '~/ui/charts/ComparedLines';
import type { SmallLine } from '~/ui/charts/geometry/smallLine';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import type { Course } from '../following/comparison.server';
import type { OwnedCopy } from '../queries.server';
import { CopyLine } from './CopyRows';

/**
 * Two lines on one axis: the copy's result since it began, and the trader's at the size of the copy. They end on the figures of
 * `WholeResult`. Until the first trade the trader's own line stands in.
 */
export function LeaderAndYou(props: { course: Course | null; copy: OwnedCopy; traderLine?: SmallLine | null }) {
  const { course, copy, traderLine } = props;
  if (course) {
    const { at, own, leader, marks } = course;
    return (
      <ComparedLines
        at={at}
        one={{ name: 'Your copy', values: own }}
        other={{ name: `${copy.traderName}, at your size`, values: leader }}
        marks={marks}
      />
    );
  }
  if (copy.leaderOrder === null && copy.total !== 0n) return <CopyLine copy={copy} wide />;
  return (
    <Stack gap="tight">
      <Muted>
        Your chart starts with the first trade.{traderLine && ` Until then, here is ${copy.traderName}’s own.`}
      </Muted>
      {traderLine && (
        <Sparkline wide line={traderLine} label={`${copy.traderName}, the last ${traderLine.points} days`} />
      )}
    </Stack>
  );
}
