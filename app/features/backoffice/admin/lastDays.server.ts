import { and, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { alert, mail, user } from '#drizzle/schema';
import { bookDays } from '~/features/money';
import { DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { isoDay } from '~/platform/text/dayText';
import { may, type RoleHolder } from '~/signIns/rights';
import { type SmallLine, smallLine } from '~/ui/charts/geometry/smallLine';

const SHOWN = 30;

export type LastDays = {
  name: 'deposits' | 'withdrawals' | 'copied' | 'users' | 'mails' | 'alerts';
  unit: 'usd' | 'count';
  today: number;
  week: number;
  weekBefore: number;
  line: SmallLine;
};

/** Reads the last days as far as a role may see them. Amounts are of the days that a job added up (`moneyAt`); null if hidden. */
export async function lastDays(holder: RoleHolder): Promise<{ flows: LastDays[]; moneyAt: Date | null }> {
  const money = may(holder, 'books:read') ? await bookDays(SHOWN) : { days: [], at: null };
  const flows: LastDays[] = [];
  const shown = lastOnes(SHOWN).map(dayOf);
  if (money.at) {
    const byDay = new Map(money.days.map((each) => [each.day, each]));
    for (const name of ['deposits', 'withdrawals', 'copied'] as const)
      flows.push(
        flowOf(
          name,
          'usd',
          shown.map((day) => byDay.get(day)?.[name] ?? 0),
        ),
      );
  }
  const counts = async (name: 'users' | 'mails' | 'alerts', table: SQLiteTable, at: SQLiteColumn, where?: SQL) =>
    flows.push(flowOf(name, 'count', await perDay(table, at, SHOWN, where)));
  if (may(holder, 'users:read')) await counts('users', user, user.createdAt);
  if (may(holder, 'mails:read')) await counts('mails', mail, mail.createdAt, sql`${mail.status} = 'failed'`);
  if (may(holder, 'operation:read')) await counts('alerts', alert, alert.since, isNotNull(alert.toldAt));
  return { flows, moneyAt: money.at };
}

function flowOf(name: LastDays['name'], unit: LastDays['unit'], days: readonly number[]): LastDays {
  return { name, unit, today: days.at(-1) ?? 0, ...weeksOf(days), line: smallLine(days, 0) };
}

export function weeksOf(days: readonly number[]): { week: number; weekBefore: number } {
  const sum = (part: readonly number[]) => part.reduce((total, each) => total + each, 0);
  return { week: sum(days.slice(-7)), weekBefore: sum(days.slice(-14, -7)) };
}

/** Counts the rows of each of the last UTC days. `at` needs an index unless the table stays small. */
export async function perDay(table: SQLiteTable, at: SQLiteColumn, days: number, where?: SQL): Promise<number[]> {
  const shown = lastOnes(days);
  const day = sql<number>`${at} - ${at} % ${sql.raw(String(DAY))}`;
  const rows = await read()
    .select({ day: day.mapWith(Number), n: sql<number>`count(*)`.mapWith(Number) })
    .from(table)
    .where(and(gte(at, new Date(shown[0] ?? 0)), where))
    .groupBy(day);
  const byDay = new Map(rows.map(({ day: start, n }) => [start, n]));
  return shown.map((start) => byDay.get(start) ?? 0);
}

const dayOf = (day: number): string => isoDay(new Date(day));

function lastOnes(days: number): number[] {
  const time = now().getTime();
  const today = time - (time % DAY);
  return Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY);
}
