import type { JournalKind } from '~/ledger/chartOfAccounts';
import type { StatementLine } from '~/ledger/reading/statement.server';

export const DAILY_COSTS: { readonly [kind in JournalKind]?: string } = {
  'position-cost': 'Costs of holding positions',
};

type Kind = Pick<StatementLine, 'kind'>;

export const isSameCost = (line: Kind, before: Kind | undefined): boolean =>
  line.kind === before?.kind && line.kind in DAILY_COSTS;

export type Group<Line> = [Line, ...Line[]];

export function mergeDailyCosts<Line extends Kind>(lines: readonly Line[]): Group<Line>[] {
  const groups: Group<Line>[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && isSameCost(line, last[0])) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Merges a group into one line: the sum of changes (cents), the balance after the newest, and the range of times. */
export function mergeGroup<Line extends StatementLine>(newestFirst: Group<Line>) {
  const [newest] = newestFirst;
  const sum = (of: 'change' | 'availableChange' | 'amount') => newestFirst.reduce((all, line) => all + line[of], 0n);
  // Lines are in the order of booking, which may differ from that of their dates.
  const times = newestFirst.map(({ at }) => at.getTime());
  return {
    ...newest,
    change: sum('change'),
    availableChange: sum('availableChange'),
    amount: sum('amount'),
    at: new Date(Math.max(...times)),
    since: new Date(Math.min(...times)),
  };
}
