import { copy, setting, trader, tradingAccount } from '#drizzle/schema';
import { refuseBeyondStake } from '~/features/copying/leaderStake/stake.server';
import { canAcceptNewCopies } from '~/features/copying/traders/setTraderState.server';
import { allocatedAccount, availableAccount } from '~/ledger/chartOfAccounts';
import { calculateShare, formatBps, formatUsd } from '~/ledger/money';
import { post } from '~/ledger/posting/post.server';
import { refuseNotCovered } from '~/ledger/reading/refuseNotCovered.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { holdClock, now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, formatActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { refuseWithoutTwo } from '~/signIns/twoAdministrators.server';
import { DAY_SPREAD_CHOICES, isDaySpread } from '../daySpread';
import { EXPOSURE_LIMIT_SETTING, refuseBeyondExposureLimit } from '../exposure.server';
import { openPositions } from '../following/internal/copyAccount.server';
import { INITIAL_POSITION_COLUMNS } from '../rules';
import { WHOLE_BPS } from '../schema';
import { describeTooLittle } from '../ticket';

type NewCopy = {
  trader: string;
  amount?: bigint;
  floor?: bigint;
  floorBps?: number;
  capBps?: number;
  daySpreadBps?: number;
  takeOver?: boolean;
  shareBps?: number;
};

/** Outcome of starting a copy. `floor`: text of the floor; null without one. */
export type StartedCopy = {
  id: string;
  journalId: string;
  trader: string;
  amount: bigint;
  shareBps: number;
  floor: string | null;
};

/** Message of a call when an investor has too little money for a trader, as the specification words it. */
export const SHORT_CAPITAL_MESSAGE = 'Capital not Enough to Copy Trade';

/** Starts a copy of a trader and moves the amount, by default the trader's minimum, to the copy's account. */
export async function startCopy(tx: Handle, user: ActingInvestor, request: NewCopy): Promise<Result<StartedCopy>> {
  const open = await findActingUser(tx, user, { begin: 'copying' });
  if (!open.ok) return open;
  const closed = await refuseWithoutTwo(tx);
  if (closed) return closed;
  const { trader: traderId, floor, floorBps, capBps, takeOver = true, shareBps } = request;
  const { daySpreadBps = DAY_SPREAD_CHOICES[0] } = request;
  prefetchVerified(tx, tradingAccount, { id: traderId });
  prefetchVerified(tx, setting, { key: EXPOSURE_LIMIT_SETTING });
  const [[leader], balances] = await Promise.all([verified(tx, trader, { id: traderId }), readBalances(tx, user.id)]);
  if (!leader) return refuse('unknown-trader', 'There is no such trader.', 'trader');
  if (leader.ownerUserId === user.id) return refuse('own-trader', 'You can’t copy your own trading.', 'trader');
  if (!(await canAcceptNewCopies(tx, leader)))
    return refuse('not-open', 'This trader can’t be copied at the moment.', 'trader');
  if (shareBps !== undefined && shareBps !== leader.shareBps) {
    const message = `The trader’s share is now ${formatBps(leader.shareBps)}. Nothing was done. Send the form again if you agree.`;
    return refuse('other-terms', message, 'trader');
  }
  const amount = request.amount ?? leader.minimumCapital;
  const short = describeTooLittle(amount, { minimum: leader.minimumCapital, balances });
  if (short) return refuse('short-capital', short, 'amount');
  if (floor !== undefined && floor >= amount) {
    return refuse('bad-floor', 'The floor must be below the amount, or the copy would stop at once.', 'floor');
  }

  if (floorBps !== undefined && (floorBps < 0 || floorBps >= WHOLE_BPS)) {
    return refuse('bad-floor', 'The floor must be below the amount, or the copy would stop at once.', 'floorBps');
  }
  if (capBps !== undefined && (capBps < WHOLE_BPS / 100 || capBps > WHOLE_BPS)) {
    return refuse('bad-cap', 'Enter a limit for one position between 1% and 100%.', 'capBps');
  }
  if (!isDaySpread(daySpreadBps)) {
    return refuse('bad-day-spread', 'Enter a daily limit for spread costs between 0.01% and 100%.', 'daySpreadBps');
  }

  holdClock();
  const id = newId();
  const by = createInvestorActor(user.id);
  const legs = [{ debit: availableAccount(user.id), credit: allocatedAccount(id, user.id), amount }];
  const head = { kind: 'copy-started', ref: id, actor: formatActor(by), effectiveAt: now() } as const;
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok) return await refuseNotCovered(tx, user.id, amount);
  // Without a trading account, the equity changes with manual results alone, and the floor is a fixed amount.
  const [account] = await verified(tx, tradingAccount, { id: traderId });
  const fixed = floor ?? (account || floorBps === undefined ? null : calculateShare(amount, floorBps));
  const row = {
    ...INITIAL_POSITION_COLUMNS,
    id,
    userId: user.id,
    traderId,
    contributed: amount,
    result: 0n,
    floor: fixed,
    floorBps: fixed === null ? (floorBps ?? null) : null,
    capBps: capBps ?? null,
    daySpreadBps,
    shareBps: leader.shareBps,
    status: 'active' as const,
    startedAt: now(),
    stoppedAt: null,
    stopReason: null,
    dueAt: null,
    endedByTradeId: null,
  };
  await tx.insert(copy).values(row);
  const full = await refuseBeyondExposureLimit(tx, traderId, amount);
  if (full) return full;
  await openPositions(tx, row, takeOver);
  const beyond = await refuseBeyondStake(tx, traderId);
  if (beyond) return beyond;
  await record(tx, { thing: 'copy', thingId: id, event: 'start', to: 'active', by, userId: user.id });
  const { shareBps: agreed, firstName, lastName } = leader;
  const endsAt = fixed ?? (floorBps === undefined ? null : calculateShare(amount, floorBps));
  const terms = { trader: `${firstName} ${lastName}`, floor: endsAt === null ? null : formatUsd(endsAt) };
  return done({ id, amount, journalId: posted.value.journalId, shareBps: agreed, ...terms });
}
