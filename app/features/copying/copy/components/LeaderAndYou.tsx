import { ComparedLines } from '~/ui/charts/ComparedLines';
import type { SmallLine } from '~/ui/charts/geometry/smallLine';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import type { ResultCourse } from '../following/comparison.server';
import type { OwnedCopy } from '../queries.server';
import { CopyLine } from './CopyRows';

/**
 * Chart of two lines on one axis: the copy's result since it started, and the trader's result scaled to the copy. The last points equal
 * the figures of `WholeResult`. Before the first trade the chart shows the trader's own line.
 */
export function LeaderAndYou(props: { course: ResultCourse | null; copy: OwnedCopy; traderLine?: SmallLine | null }) {
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
