import { toBps } from '~/platform/text/percent';

export function rankMovers<R extends { changes: { day: number | null } }>(rows: readonly R[], count = 5) {
  const by = ({ changes: { day } }: R) => toBps(day ?? 0);
  const ranked = rows.filter((row) => by(row) !== 0).sort((a, b) => by(b) - by(a));
  return {
    risen: ranked.filter((row) => by(row) > 0).slice(0, count),
    fallen: ranked
      .filter((row) => by(row) < 0)
      .reverse()
      .slice(0, count),
  };
}
