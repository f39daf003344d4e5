import { expect } from 'vitest';
import { computePartOfCapital } from '~/features/copying/copy/capital';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { now } from '~/platform/clock';
import { naiveParts, naiveTotals } from './naiveCopy';

/** Compares a copy's page with its raw rows, to the cent, part by part. */
export async function expectExplained(userId: string, id: string): Promise<void> {
  const shown = await loadCopyWithTrades(userId, id, 1);
  if (!shown) throw new Error(`There is no copy ${id}`);
  const { copy, whole } = shown;
  const at = now().getTime();
  const totals = await naiveTotals(id, at);
  expect([Number(copy.equity), Number(copy.total), copy.capital]).toEqual([totals.worth, totals.total, totals.capital]);
  // The loss can't exceed the capital.
  expect(computePartOfCapital(copy.total, copy.capital) ?? 0).toBeGreaterThanOrEqual(-10_000);
  if (copy.live) expect(copy.equity).toBe(copy.contributed + copy.total);
  if (!whole) return;

  expect([whole.result, whole.manualCents, whole.share]).toEqual([copy.total, totals.manualCents, totals.share]);
  const { result, rest, ...parts } = whole.trades;
  const sum = Object.values(parts).reduce((all, part) => all + part, rest);
  expect(sum).toBe(result);
  expect(result + whole.manualCents - whole.share + whole.forgiven - whole.waiting).toBe(copy.total);
  const naive = await naiveParts(id, at);
  expect([shown.open, shown.closed]).toEqual([naive.open, naive.trades - naive.open]);
  // The product rounds each part of each trade down to the cent.
  const rounding = 3 * naive.trades + 2;
  for (const [name, cents] of Object.entries({ ...parts, result })) {
    const other = naive.parts[name as keyof typeof naive.parts];
    expect(Math.abs(Number(cents) - other), `${name} of ${id}: ${cents} and ${other}`).toBeLessThan(rounding);
  }
}
