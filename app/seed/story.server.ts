import { user as userTable } from '#drizzle/schema';
import { catchUpCopy } from '~/features/copying/copy/following/closedResults.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { advanceOwnAccount } from '~/features/copying/liveTrading/ownAccount.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import type { ClosedResult } from '~/features/copying/traders/log/recordTrade.server';
import { importHistory } from '~/features/copying/traders/simulated/importHistory.server';
import {
  addSimulatedTrader,
  type SimulatedPast,
  simulatePast,
} from '~/features/copying/traders/simulated/simulatedTrader.server';
import { advanceSimulatedTrader } from '~/features/copying/traders/simulated/tradeOn.server';
import { accrueDue } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { emailMachine } from '~/features/people/auth/states';
import { createAdministrator } from '~/features/people/staff/createAdministrator.server';
import { after, atTime, DAY, now, systemNow } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { NETWORKS } from '~/platform/networks/networks';
import { type Actor, createAdminActor, createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { requireContract } from '~/trading/contracts';
import { RANDOM_STRATEGY } from '~/trading/leaders/bold';
import {
  addSignalTrader,
  approvedDepositSteps,
  FRIEND_REQUESTS,
  SEED_SIGNALS,
  type SeedContext,
  type SeededRequest,
  seededRequests,
  sendSeededMail,
  sendSignal,
} from './backOffice.server';
import {
  acceptLeaderRequest,
  listOwnOrders,
  openOwnTrading,
  requestToBeCopied,
  type SeedEvent,
  tradeToday,
} from './copiedInvestor.server';
import { dollarsToCents } from './dollars';
import {
  COPIED_INVESTOR,
  MANUAL_TRADER,
  SEED_ADMINISTRATOR,
  SEED_FRIEND,
  SEED_INVESTOR,
  type SEED_NEWCOMERS,
  type SeedPerson,
} from './people';
import { retireRuined } from './simulatedTraders.server';
import { importSeedStatement } from './statement.server';
import { valueOrThrow } from './valueOrThrow';

// The demonstration's history in the order of its days.

/** Start of the investor's copies, in days ago. */
const COPIES_START_DAYS_AGO = 61;

/** Traders that the investor copies, with amounts in dollars. The last one soon reaches its floor. */
const SEEDED_COPIES = [
  { strategy: 'target', amount: 600, floorBps: 6_000 },
  { strategy: 'reversion', amount: 500, floorBps: undefined },
  { strategy: 'coins', amount: 400, floorBps: 6_000 },
  { strategy: 'trend', amount: 500, floorBps: 9_700 },
];

/** Start of an investor's own trading, in days ago. */
const OWN_TRADING_START_DAYS_AGO = 84;

const LEADER_COPIES = { investor: 400, friend: 1_000 };

/** Password hashes. `copied` is null if the demonstration has no copied investor. */
export type PasswordHashes = { admin: string; investor: string; copied: string | null };

/** Replays three months through the use cases, in order and at the times of the events. */
export async function replayHistory(
  tx: Handle,
  {
    hashes,
    pasts,
    newcomers,
    ...input
  }: { hashes: PasswordHashes; pasts: SimulatedPast[]; newcomers: typeof SEED_NEWCOMERS } & SeedContext,
): Promise<void> {
  const { today } = input;
  const daysAgo = (days: number) => after(today, -Math.round(days * DAY));
  const ahead = systemNow().getTime() - now().getTime();
  const at = <T>(time: Date, work: () => Promise<T>, backFrom?: string): Promise<T> =>
    atTime(time, async () => {
      const result = await work();
      await sendSeededMail(tx, after(time, ahead), backFrom);
      return result;
    });
  const { id } = await at(daysAgo(96), async () =>
    valueOrThrow(await createAdministrator(tx, { ...SEED_ADMINISTRATOR, passwordHash: hashes.admin })),
  );
  const admin = createAdminActor(id);
  const manual = await at(daysAgo(95), () => addManualTrader(tx, admin, today, daysAgo(COPIES_START_DAYS_AGO + 1)));
  const simulated = new Map<string, string>();
  for (const past of pasts) {
    const { id } = valueOrThrow(await at(daysAgo(95), () => addSimulatedTrader(tx, admin, past)));
    simulated.set(past.strategy.id, id);
  }

  const copies: { id: string; trader: string }[] = [];
  const startToCopy = async (user: User, options: Parameters<typeof startCopy>[2]) => {
    copies.push({ id: valueOrThrow(await startCopy(tx, user, options)).id, trader: options.trader });
  };
  const copied: string[] = [];
  /** Users who trade with their own money. */
  const trading: string[] = [];
  const copySimulated = async (user: User, options: { strategy: string; amount: number; floorBps?: number }) => {
    const trader = simulated.get(options.strategy);
    if (!trader) return;
    await advanceSimulatedTrader(tx, trader, now().getTime());
    await startToCopy(user, { trader, amount: dollarsToCents(options.amount), floorBps: options.floorBps });
    if (!copied.includes(trader)) copied.push(trader);
  };
  const happenings: SeedEvent[] = manual.since.map((trade) => ({
    at: trade.at,
    happen: async () => {
      await importHistory(tx, manual.id, [trade]);
      for (const each of copies) if (each.trader === manual.id) await catchUpCopy(tx, each.id);
    },
  }));
  let advancedTo = daysAgo(OWN_TRADING_START_DAYS_AGO);
  /** Advances by single days, so that results are booked on their days. */
  const advanceTo = async (until: Date) => {
    for (; after(advancedTo, DAY) <= until; advancedTo = after(advancedTo, DAY)) {
      const time = after(advancedTo, DAY);
      await at(time, async () => {
        for (const id of copied) await advanceSimulatedTrader(tx, id, time.getTime());
        // Advanced before the copies, so that their stops are not late.
        for (const id of trading) valueOrThrow(await advanceOwnAccount(tx, id));
        for (const { id } of copies) await catchUpCopy(tx, id);
      });
    }
  };
  const meanwhile = async (until: Date) => {
    for (let next = happenings[0]; next && next.at < until; next = happenings[0]) {
      happenings.shift();
      await advanceTo(next.at);
      await at(
        next.at,
        async () => {
          while (await accrueDue(tx)) {}
          await next.happen();
        },
        next.backFrom,
      );
    }
    await advanceTo(until);
    await at(until, async () => {
      while (await accrueDue(tx)) {}
    });
  };
  const ago = async <T>(days: number, work: () => Promise<T>) => {
    await meanwhile(daysAgo(days));
    return await at(daysAgo(days), work);
  };
  const schedule = (...coming: SeedEvent[]) => {
    happenings.push(...coming);
    happenings.sort(compareTimes);
  };
  /** Schedules an event of a person who has signed up by then, with the staff's part. */
  const send = (person: SeedPerson, { bounces, steps }: Pick<SeededRequest, 'bounces' | 'steps'>) => {
    let matter = '';
    const coming = steps.map(({ days, happen }) => ({
      at: daysAgo(days),
      happen: async () => {
        matter = await happen({ ...input, tx, admin, user: await findSeedPerson(tx, person) }, matter);
      },
      backFrom: bounces ? person.email : undefined,
    }));
    schedule(...coming);
  };

  const startOwnTrading = async (hash: string): Promise<User> => {
    const locked = await ago(OWN_TRADING_START_DAYS_AGO + 2, () => addPerson(tx, COPIED_INVESTOR, hash));
    send(COPIED_INVESTOR, { steps: approvedDepositSteps(OWN_TRADING_START_DAYS_AGO + 1, 'ETH', 6_000) });
    const user = await ago(OWN_TRADING_START_DAYS_AGO, () => openOwnTrading(tx, admin, locked));
    trading.push(user.id);
    schedule(...listOwnOrders(tx, user, daysAgo(OWN_TRADING_START_DAYS_AGO - 1), today));
    return user;
  };
  const invite = (person: (typeof SEED_NEWCOMERS)[number]) => {
    const { joined, deposits: _, withdrawals: __, copies: started, trading: trades, ...newcomer } = person;
    const does = (days: number, happen: (user: User) => Promise<void>) =>
      schedule({ at: daysAgo(days), happen: async () => await happen(await findSeedPerson(tx, newcomer)) });
    schedule({ at: daysAgo(joined), happen: async () => void (await addPerson(tx, newcomer, hashes.investor)) });
    for (const { days, strategy, amount } of started) does(days, (user) => copySimulated(user, { strategy, amount }));
    if (trades) {
      does(trades.since, async (user) => {
        trading.push((await openOwnTrading(tx, admin, user)).id);
        schedule(...listOwnOrders(tx, user, now(), today, trades.habit));
      });
      does(trades.asks, async (user) => void (await requestToBeCopied(tx, user)));
    }
    for (const errand of seededRequests(person)) send(newcomer, errand);
  };
  const copyLeader = async (user: User, amount: number) => {
    if (!leader) return;
    await startToCopy(user, { trader: leader.id, amount: dollarsToCents(amount), floorBps: 6_000 });
  };

  newcomers.forEach(invite);
  if (newcomers.length > 0) {
    const start = async () => {
      const program = await addSignalTrader(tx, admin);
      schedule(
        ...SEED_SIGNALS.map(({ days, signal }) => ({
          at: daysAgo(days),
          happen: () => sendSignal(tx, program, signal),
        })),
      );
    };
    schedule({ at: daysAgo(18), happen: start });
    schedule(...importSeedStatement(tx, admin, today));
  }
  const investor = await ago(90, () => addPerson(tx, SEED_INVESTOR, hashes.investor));
  send(SEED_INVESTOR, { steps: approvedDepositSteps(88, 'BTC', 12_000) });
  const leader = hashes.copied ? await startOwnTrading(hashes.copied) : null;
  await ago(COPIES_START_DAYS_AGO, async () => {
    await startToCopy(investor, { trader: manual.id, amount: dollarsToCents(2_000), floor: undefined });
    for (const each of SEEDED_COPIES) await copySimulated(investor, each);
  });
  if (leader) {
    const request = await ago(45, () => requestToBeCopied(tx, leader));
    await ago(44, () => acceptLeaderRequest(tx, admin, leader, request));
  }
  await ago(42, () => copyLeader(investor, LEADER_COPIES.investor));
  const friend = await ago(40, () => addPerson(tx, SEED_FRIEND, hashes.investor, investor.id));
  for (const errand of FRIEND_REQUESTS) send(SEED_FRIEND, errand);
  await ago(36, () => copyLeader(friend, LEADER_COPIES.friend));
  await ago(30, async () =>
    valueOrThrow(await openInvestment(tx, investor, { plan: 'starter', amount: dollarsToCents(500) })),
  );
  // Bought recently, so that it has paid nothing yet. A day's payment would be the largest step of the balance.
  await ago(0.5, async () =>
    valueOrThrow(await openInvestment(tx, investor, { plan: 'gold', amount: dollarsToCents(5_000) })),
  );
  if (leader) await ago(5 / 24, () => tradeToday(tx, leader));
  await ago(3 / 24, async () => {
    const wallet = NETWORKS.bitcoin.example.address;
    valueOrThrow(await requestWithdrawal(tx, investor, { method: 'BTC', amount: dollarsToCents(400), wallet }));
  });
  await meanwhile(today);
  for (const id of simulated.values()) await advanceSimulatedTrader(tx, id, today.getTime());
  await retireRuined(tx, admin);
}

const compareTimes = (a: SeedEvent, b: SeedEvent): number => a.at.getTime() - b.at.getTime();

async function addPerson(
  tx: Handle,
  person: SeedPerson,
  passwordHash: string,
  referrerId: string | null = null,
): Promise<User> {
  const time = now();
  const [row] = await tx
    .insert(userTable)
    .values({
      id: newId(),
      ...person,
      usernameKey: person.username.toLowerCase(),
      passwordHash,
      passwordChangedAt: time,
      emailVerifiedAt: time,
      referrerId,
      createdAt: time,
    })
    .returning();
  const user = row as User;
  const account = { thing: emailMachine.thing, thingId: user.id, by: createInvestorActor(user.id), userId: user.id };
  await record(tx, { ...account, event: 'sign-up', to: 'unverified' });
  await record(tx, { ...account, event: 'verify', from: 'unverified', to: 'verified' });
  return user;
}

async function addManualTrader(tx: Handle, admin: Actor, today: Date, copied: Date) {
  const { capital, minimum, declared, ...names } = MANUAL_TRADER;
  const amounts = { minimumcapital: dollarsToCents(minimum), capital: dollarsToCents(capital), traderImage: undefined };
  const { id } = valueOrThrow(
    await createTrader(tx, admin, { ...names, ...declared, ...amounts }, { simulated: true }),
  );
  const history = createManualHistory(today);
  await importHistory(
    tx,
    id,
    history.filter(({ at }) => at < copied),
  );
  return { id, since: history.filter(({ at }) => at >= copied) };
}

/**
 * Returns a year of closed results up to a time. They are those of a simulated trader a year earlier, so that no other trader has them.
 */
function createManualHistory(today: Date): ClosedResult[] {
  const year = 366 * DAY;
  const { orders } = simulatePast(RANDOM_STRATEGY, today.getTime() - 2 * year, today.getTime() - year);
  return orders
    .filter(({ kind, result }) => kind !== 'holding' && result !== 0n)
    .map(({ id, result, at }) => ({
      pair: requireContract(id ?? '').symbol,
      type: result < 0n ? 'loss' : 'profit',
      amount: result < 0n ? -result : result,
      at: new Date(at + year),
    }));
}

async function findSeedPerson(tx: Handle, { email }: Pick<SeedPerson, 'email'>): Promise<User> {
  const [found] = await findAll(tx, userTable, { email });
  if (!found) throw new Error('The demonstration lost a newcomer');
  return found as User;
}
