import { sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { deposit, kyc, leaderRequest, supportThread, user, withdrawal } from '#drizzle/schema';
import { after, HOUR, now } from '~/platform/clock';
import { read, rows } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { hasRight, type Right, type RoleHolder } from '~/signIns/rights';
import type { IconName } from '~/ui/pictures/Icon';
import { listWaitingIn, type StatefulTable } from './waitingIn.server';

/** Number of entries in the list, and of entries read from each queue for it. */
const MAX_WORKLIST_ENTRIES = 6;

type WorklistSource = {
  what: string;
  page: string;
  icon: IconName;
  right: Right;
  of: StatefulTable & { userId: SQLiteColumn };
  waits: string;
  since: SQLiteColumn;
  amount?: SQLiteColumn;
};

const WORKLIST_SOURCES: readonly WorklistSource[] = [
  {
    what: 'Withdrawal',
    page: '/admin/withdrawals',
    icon: 'withdraw',
    right: 'payments:read',
    of: withdrawal,
    waits: 'requested',
    since: withdrawal.requestedAt,
    amount: withdrawal.amount,
  },
  {
    what: 'Approved withdrawal',
    page: '/admin/withdrawals',
    icon: 'withdraw',
    right: 'payments:read',
    of: withdrawal,
    waits: 'approved',
    since: withdrawal.approvedAt,
    amount: withdrawal.amount,
  },
  {
    what: 'Deposit',
    page: '/admin/deposits',
    icon: 'deposit',
    right: 'payments:read',
    of: deposit,
    waits: 'pending',
    since: deposit.createdAt,
    amount: deposit.amount,
  },
  {
    what: 'Identity check',
    page: '/admin/kyc',
    icon: 'kyc',
    right: 'papers:read',
    of: kyc,
    waits: 'submitted',
    since: kyc.submittedAt,
  },
  {
    what: 'Support request',
    page: '/admin/support',
    icon: 'mail',
    right: 'support:read',
    of: supportThread,
    waits: 'waiting',
    since: supportThread.waitingSince,
  },
  {
    what: 'Trader application',
    page: '/admin/leader-requests',
    icon: 'traders',
    right: 'traders:read',
    of: leaderRequest,
    waits: 'waiting',
    since: leaderRequest.askedAt,
  },
];

/** Amount in cents from which an entry ranks before older ones. */
const LARGE_AMOUNT_CENTS = 1_000_00n;

/** Loads the entries of all queues of a role: late ones first, then large ones and those of risky users, then the oldest. */
export async function loadWorklist(holder: RoleHolder) {
  const lateBefore = after(now(), -env().TARGETS.decisionHours * HOUR);
  const sources = WORKLIST_SOURCES.filter(({ right }) => hasRight(holder, right));
  if (sources.length === 0) return [];
  const oldest = sources.map(({ of, waits, since, amount }, at) => {
    const { where } = listWaitingIn(of, waits);
    // SQLite takes an order and a limit only in a subquery of a union.
    return sql`select * from (
      select ${sql.raw(String(at))} as source, ${of.id} as id, ${since} as since, ${amount ?? sql`cast(null as bigint)`} as cents,
        ${user.firstName} as "firstName", ${user.lastName} as "lastName", ${user.riskRating} as risk
      from ${of} join ${user} on ${user.id} = ${of.userId}
      where ${where} order by ${since} limit ${sql.raw(String(MAX_WORKLIST_ENTRIES))}) as q`;
  });
  const found = await rows<WorklistRow>(read(), sql.join(oldest, sql` union all `));
  const entries = found.flatMap(({ source, id, since, cents, firstName, lastName, risk }) => {
    const of = sources[Number(source)];
    if (!of) return [];
    const from = new Date(Number(since));
    const amount = cents === null ? null : BigInt(cents);
    return {
      id,
      what: of.what,
      icon: of.icon,
      to: `${of.page}?item=${id}`,
      name: `${firstName} ${lastName}`,
      since: from,
      cents: amount,
      late: from < lateBefore,
      large: amount !== null && amount >= LARGE_AMOUNT_CENTS,
      risky: risk === 'high',
    };
  });
  const rank = ({ late, large, risky }: (typeof entries)[number]) =>
    Number(late) * 4 + Number(risky) * 2 + Number(large);
  return entries.toSorted((a, b) => rank(b) - rank(a) || +a.since - +b.since).slice(0, MAX_WORKLIST_ENTRIES);
}

type WorklistRow = {
  source: number;
  id: string;
  since: number;
  cents: number | string | null;
  firstName: string;
  lastName: string;
  risk: string | null;
};
