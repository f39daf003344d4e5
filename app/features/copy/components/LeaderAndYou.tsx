import { ComparedLines } from '~/ui/charts/ComparedLines';
import { Card } from '~/ui/layout/Layout';
import { sameDays } from '../following/internal/sameDays';
import type { OwnedCopy } from '../queries.server';

/**
 * What the leader's account and the copy returned since it began, on one axis; nothing before both have two days.
 * @param leader the leader's return at the end of each day since then, as fractions
 */
export function LeaderAndYou({ copy, leader }: { copy: OwnedCopy; leader: readonly number[] }) {
  const { line, capital, traderName } = copy;
  const { own: results, leader: shown } = sameDays(line, leader);
  if (shown.length < 2 || capital <= 0n) return null;
  const [before, ...rest] = results;
  const own = [0, ...rest.map((result) => (result - (before ?? 0)) / Number(capital))];
  const days = shown.length - 1;
  return (
    <Card
      title="Trader and you"
      lead={`${days} whole ${days === 1 ? 'day' : 'days'} up to last midnight (UTC). Yours is of the most that you had in the copy at one time.`}
    >
      <ComparedLines
        one={{ name: traderName, values: shown.map((part) => (1 + part) / (1 + (shown[0] ?? 0)) - 1) }}
        other={{ name: 'Your copy', values: own }}
      />
    </Card>
  );
}
