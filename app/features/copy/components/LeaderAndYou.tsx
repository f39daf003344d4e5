import { bpsOf, percentText } from '~/platform/text/percent';
import { MirroredLine } from '~/ui/charts/MirroredLine';
import { Card } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Change } from '~/ui/tables/Data';
import { sameDays } from '../following/internal/sameDays';
import type { OwnedCopy } from '../queries.server';

/**
 * What the leader's account and the copy did since it began, one the mirror of the other; nothing before both have two days.
 * @param leader the leader's return at the end of each day since then, as fractions
 */
export function LeaderAndYou({ copy, leader }: { copy: OwnedCopy; leader: readonly number[] }) {
  const { line, contributed, traderName } = copy;
  const { own: results, leader: shown } = sameDays(line, leader);
  if (shown.length < 2 || contributed <= 0n) return null;
  const own = results.map((result) => result / Number(contributed));
  const ends = {
    leader: (1 + (shown.at(-1) ?? 0)) / (1 + (shown[0] ?? 0)) - 1,
    own: (own.at(-1) ?? 0) - (own[0] ?? 0),
  };
  const side = (name: string, part: number) => (
    <>
      <Muted>{name}</Muted>
      <Change bps={bpsOf(part)} />
    </>
  );
  return (
    <Card
      title="Trader and you"
      lead={`${shown.length - 1} whole ${shown.length === 2 ? 'day' : 'days'} up to last midnight (UTC), to one scale.`}
    >
      <MirroredLine
        leader={{
          values: shown.map((part) => (1 + part) / (1 + (shown[0] ?? 0)) - 1),
          label: side(traderName, ends.leader),
          text: `${traderName}: ${percentText(bpsOf(ends.leader))}.`,
        }}
        copier={{
          values: own.map((part) => part - (own[0] ?? 0)),
          label: side('Your copy', ends.own),
          text: `Your copy: ${percentText(bpsOf(ends.own))}.`,
        }}
      />
    </Card>
  );
}
