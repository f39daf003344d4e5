import { asc, eq } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { deposit, kyc, leaderRequest, supportThread, user, withdrawal } from '#drizzle/schema';
import { after, HOUR, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { may, type Right, type RoleHolder } from '~/signIns/rights';
import type { IconName } from '~/ui/pictures/Icon';
import { type Stateful, waitingIn } from './waitingIn.server';

/** Number of entries in the list, and of entries read from each queue for it. */
const SHOWN = 6;

type Source = {
  what: string;
  page: string;
  icon: IconName;
  right: Right;
  of: Stateful & { userId: SQLiteColumn };
  waits: string;
  since: SQLiteColumn;
  amount?: SQLiteColumn;
};

const SOURCES: readonly Source[] = [
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
const LARGE = 1_000_00n;

/** Loads the entries of all queues of a role: late ones first, then large ones and those of risky users, then the oldest. */
export async function worklist(holder: RoleHolder) {
  const lateBefore = after(now(), -env().TARGETS.decisionHours * HOUR);
  const found = await Promise.all(
    SOURCES.filter(({ right }) => may(holder, right)).map(async ({ of, waits, since, amount, what, page, icon }) => {
      const { where } = waitingIn(of, waits);
      const rows = await read()
        .select({ id: of.id, since, ...(amount && { cents: amount }), ...WHO })
        .from(of)
        .innerJoin(user, eq(user.id, of.userId))
        .where(where)
        .orderBy(asc(since))
        .limit(SHOWN);
      return rows.map(({ id, since: from, cents, firstName, lastName, risk }) => ({
        id: String(id),
        what,
        icon,
        to: `${page}?item=${id}`,
        name: `${firstName} ${lastName}`,
        since: from as Date,
        cents: cents === undefined ? null : (cents as bigint),
        late: (from as Date) < lateBefore,
        large: cents !== undefined && (cents as bigint) >= LARGE,
        risky: risk === 'high',
      }));
    }),
  );
  const rank = ({ late, large, risky }: (typeof found)[number][number]) =>
    Number(late) * 4 + Number(risky) * 2 + Number(large);
  return found
    .flat()
    .toSorted((a, b) => rank(b) - rank(a) || +a.since - +b.since)
    .slice(0, SHOWN);
}

const WHO = { firstName: user.firstName, lastName: user.lastName, risk: user.riskRating };
