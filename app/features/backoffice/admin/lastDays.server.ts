import { and, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { alert, mail, user } from '#drizzle/schema';
import { readBookDays } from '~/features/money';
import { DAY, now } from '~/platform/clock';
import { read, rows } from '~/platform/db/index.server';
import { isoDay } from '~/platform/text/dayText';
import { hasRight, type RoleHolder } from '~/signIns/rights';
import { createSmallLine, type SmallLine } from '~/ui/charts/geometry/smallLine';

const MAX_SHOWN_DAYS = 30;

export type LastDays = {
  name: 'deposits' | 'withdrawals' | 'copied' | 'users' | 'mails' | 'alerts';
  unit: 'usd' | 'count';
  today: number;
  week: number;
  weekBefore: number;
  line: SmallLine;
};

/**
 * Loads the figures of the last days that a role may see. `moneyAt`: time when a job added up the amounts; null if
 * the role may not see them.
 */
export async function loadLastDays(
  holder: RoleHolder,
  counts: Partial<Record<'users' | 'mails' | 'alerts', readonly number[]>>,
): Promise<{ flows: LastDays[]; moneyAt: Date | null }> {
  const money = hasRight(holder, 'books:read') ? await readBookDays(MAX_SHOWN_DAYS) : { days: [], at: null };
  const flows: LastDays[] = [];
  const shown = isWithinLastDays(MAX_SHOWN_DAYS).map(dayOf);
  if (money.at) {
    const byDay = new Map(money.days.map((each) => [each.day, each]));
    for (const name of ['deposits', 'withdrawals', 'copied'] as const)
      flows.push(
        describeFlow(
          name,
          'usd',
          shown.map((day) => byDay.get(day)?.[name] ?? 0),
        ),
      );
  }
  for (const name of ['users', 'mails', 'alerts'] as const) {
    const days = counts[name];
    if (days) flows.push(describeFlow(name, 'count', days));
  }
  return { flows, moneyAt: money.at };
}

/** Lists the tables whose daily counts a role may see, for `countPerDay`. */
export const listDailyCountSources = (
  holder: RoleHolder,
): Partial<Record<'users' | 'mails' | 'alerts', DailyCountSource>> => ({
  ...(hasRight(holder, 'users:read') && { users: { table: user, at: user.createdAt, days: MAX_SHOWN_DAYS } }),
  ...(hasRight(holder, 'mails:read') && {
    mails: { table: mail, at: mail.createdAt, days: MAX_SHOWN_DAYS, where: sql`${mail.status} = 'failed'` },
  }),
  ...(hasRight(holder, 'operation:read') && {
    alerts: { table: alert, at: alert.since, days: MAX_SHOWN_DAYS, where: isNotNull(alert.toldAt) },
  }),
});

function describeFlow(name: LastDays['name'], unit: LastDays['unit'], days: readonly number[]): LastDays {
  return { name, unit, today: days.at(-1) ?? 0, ...sumByWeek(days), line: createSmallLine(days, 0) };
}

export function sumByWeek(days: readonly number[]): { week: number; weekBefore: number } {
  const sum = (part: readonly number[]) => part.reduce((total, each) => total + each, 0);
  return { week: sum(days.slice(-7)), weekBefore: sum(days.slice(-14, -7)) };
}

/** Rows that are counted by day. `at` needs an index unless the table stays small. */
export type DailyCountSource = { table: SQLiteTable; at: SQLiteColumn; days: number; where?: SQL };

/**
 * Counts rows of several tables by one statement for each of the last UTC days. The result has the keys of `counted`.
 */
export async function countPerDay<K extends string>(
  counted: Partial<Record<K, DailyCountSource>>,
): Promise<Partial<Record<K, number[]>>> {
  const each = Object.entries<DailyCountSource | undefined>(counted).flatMap(([name, of]) =>
    of ? { name, ...of } : [],
  );
  if (each.length === 0) return {};
  const perDay = each.map(({ name, table, at, days, where }) => {
    const day = sql`${at} - ${at} % ${sql.raw(String(DAY))}`;
    const shown = and(gte(at, new Date(isWithinLastDays(days)[0] ?? 0)), where);
    return sql`select cast(${name} as text) as name, ${day} as day, count(*) as n from ${table} where ${shown} group by 2`;
  });
  const found = await rows<{ name: string; day: number; n: number }>(read(), sql.join(perDay, sql` union all `));
  const numbers = new Map(found.map(({ name, day, n }) => [`${name} ${day}`, Number(n)]));
  return Object.fromEntries(
    each.map(({ name, days }) => [name, isWithinLastDays(days).map((day) => numbers.get(`${name} ${day}`) ?? 0)]),
  ) as Partial<Record<K, number[]>>;
}

const dayOf = (day: number): string => isoDay(new Date(day));

function isWithinLastDays(days: number): number[] {
  const time = now().getTime();
  const today = time - (time % DAY);
  return Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY);
}
