import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import { deposit, mail, user as userTable } from '#drizzle/schema';
import { createAdministrator } from '~/features/admin';
import { checkPassword, hashPassword } from '~/features/auth';
import { catchUp, copyJobs, startCopy } from '~/features/copy';
import { latestKyc, submitKyc } from '~/features/kyc';
import { carryOwn, ownTradingJobs } from '~/features/liveTrading';
import { accrueDue, openInvestment, planJobs } from '~/features/plans';
import {
  addSimulatedTrader,
  canSimulate,
  createTrader,
  importHistory,
  type Past,
  simulateHistory,
  tradeOn,
  traderJobs,
} from '~/features/traders';
import { approveDeposit, requestWithdrawal, submitDeposit } from '~/features/wallet';
import { after, atTime, DAY, HOUR, now } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId, newSecret } from '~/platform/ids';
import { redraw } from '~/platform/images/index.server';
import { noteSeeded, seededAt } from '~/platform/installation/index.server';
import { type Actor, byAdmin } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { STRATEGIES } from '~/trading/leaders';
import { storeUpload } from '~/uploads/index.server';
import { accept, ask, beginOwnTrading, type Happening, ownOrders, tradeToday } from './copiedInvestor.server';
import { made } from './made';
import { ADMINISTRATOR, COPIED_INVESTOR, FRIEND, INVESTOR, type Person, TYPED_TRADER } from './people';
import { retireRuined, simulatedPasts } from './simulatedTraders.server';

// Long because it tells one story, in the order of its days.

type SignIn = { email: string; password: string };
/** `copied` is the investor who is copied, whom a demonstration on a live source of prices does not have. */
type SignIns = { url?: string; admin: SignIn; investor: SignIn; copied?: SignIn };

const signInsFile = () => join(env().DATA_DIR, 'demonstration.json');

const readSignIns = (): SignIns => JSON.parse(readFileSync(signInsFile(), 'utf8'));

const keepSignIns = (signIns: SignIns, file = signInsFile()) =>
  writeFileSync(file, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 });

/** Of two processes that start together one makes them, and both go on with those. */
function makeSignIns(): SignIns {
  const own = `${signInsFile()}.${process.pid}`;
  keepSignIns(
    {
      admin: { email: ADMINISTRATOR.email, password: newSecret(9) },
      investor: { email: INVESTOR.email, password: newSecret(9) },
      ...(canSimulate() && { copied: { email: COPIED_INVESTOR.email, password: newSecret(9) } }),
    },
    own,
  );
  try {
    linkSync(own, signInsFile());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readSignIns();
}

/** How many simulated traders there are, and how many days of trading each has. */
const SIZES = {
  whole: { strategies: STRATEGIES, days: 365 },
  small: { strategies: STRATEGIES.filter(({ id }) => ['coins', 'target', 'spread'].includes(id)), days: 70 },
};

/** The investor's copies began this many days ago. */
const COPIED_SINCE = 61;

/** Whom of the simulated traders the investor copies, with how many dollars; the last floor is one that is soon reached. */
const COPIED = [
  { strategy: 'target', amount: 600, floorBps: 6_000 },
  { strategy: 'reversion', amount: 500, floorBps: undefined },
  { strategy: 'coins', amount: 400, floorBps: 6_000 },
  { strategy: 'trend', amount: 500, floorBps: 9_700 },
];

/** An investor's own trading began this many days ago. */
const OWN_TRADING_SINCE = 84;

/** Who copies the investor that can be copied, with how many dollars. */
const COPIES_OF_LEADER = { investor: 400, friend: 1_000 };

/**
 * Fills an empty paper database: traders with a year of trading, an investor midway, an administrator with something to
 * decide. Passwords are made now. The past is one transaction, so a start that is killed in it leaves the database empty; what
 * follows it is gone on with by the next start, until the demonstration is noted as there.
 */
export async function ensureDemonstration(say: (line: string) => void): Promise<void> {
  if (await seededAt()) return;
  const friend = (await friendIn(read())) ?? (await fill(say));
  if (!friend) return;
  await announceDeposit(friend);
  await sendPapers(friend);
  // What would have happened meanwhile: trades reached the copies, plans earned.
  for (const { run } of [...traderJobs, ...ownTradingJobs, ...copyJobs, ...planJobs]) while (await run());
  const people = [ADMINISTRATOR, INVESTOR, FRIEND, COPIED_INVESTOR];
  const recipients = [...people.map(({ email }) => email), env().SUPPORT_EMAIL];
  await write(async (tx) => {
    // These people do not exist: three months of mail to them, and to support about them, would only fill the console.
    await tx.delete(mail).where(inArray(mail.recipient, recipients));
    await noteSeeded(tx);
  });
}

/** Lives the demonstration's past in an empty database. @returns the investor's friend; null where the database is not empty */
async function fill(say: (line: string) => void): Promise<User | null> {
  if (await hasPeople(read())) return null;
  say('• Filling the demonstration: traders, an investor, an administrator');
  // Before the database, so that a filled one always has its sign-ins.
  const { admin, investor, copied } = makeSignIns();
  const hashes = {
    admin: await hashPassword(admin.password),
    investor: await hashPassword(investor.password),
    copied: copied ? await hashPassword(copied.password) : null,
  };
  // Computed before the transaction: it takes seconds, and needs no database.
  const pasts = canSimulate()
    ? await simulatedPasts(SIZES[env().DEMONSTRATION === 'small' ? 'small' : 'whole'], say)
    : [];
  const friend = await write(async (tx) => ((await hasPeople(tx)) ? null : await live(tx, hashes, pasts)));
  if (!friend) await forgetForeignSignIns(investor);
  return friend;
}

async function hasPeople(handle: Handle): Promise<boolean> {
  const [person] = await handle.select({ id: userTable.id }).from(userTable).limit(1);
  return person !== undefined;
}

/** The investor's friend, who is there once the past is. */
async function friendIn(handle: Handle): Promise<User | null> {
  const [friend] = await handle.select().from(userTable).where(eq(userTable.email, FRIEND.email));
  return friend ?? null;
}

/** Another process filled the database meanwhile; with a folder of its own it made other sign-ins. */
async function forgetForeignSignIns({ email, password }: SignIn): Promise<void> {
  const [person] = await read()
    .select({ hash: userTable.passwordHash })
    .from(userTable)
    .where(eq(userTable.email, email));
  if (!(await checkPassword(password, person?.hash ?? null)).fits) rmSync(signInsFile(), { force: true });
}

/** Notes in the private file where the demonstration is served, and tells its sign-ins. */
export function tellDemonstration(url: string, say: (line: string) => void): void {
  if (!existsSync(signInsFile())) return;
  const { admin, investor, copied } = readSignIns();
  keepSignIns({ url, admin, investor, copied });
  say('\nThe demonstration’s sign-ins:');
  say(`  investor           ${url}/login  ${investor.email}  ${investor.password}`);
  if (copied) say(`  copied investor    ${url}/login  ${copied.email}  ${copied.password}`);
  say(`  administrator      ${url}/admin  ${admin.email}  ${admin.password}`);
}

type Hashes = { admin: string; investor: string; copied: string | null };

const dollars = (whole: number): bigint => BigInt(whole) * 100n;

/**
 * Three months of the demonstration, through the product's own use-cases, at the times and in the order they would have
 * happened: the books are kept in that order.
 */
async function live(tx: Handle, hashes: Hashes, pasts: Past[]): Promise<User> {
  const today = now();
  const daysAgo = (days: number) => after(today, -Math.round(days * DAY));
  const { id } = await atTime(daysAgo(96), async () =>
    made(await createAdministrator(tx, { ...ADMINISTRATOR, passwordHash: hashes.admin })),
  );
  const admin = byAdmin(id);
  const typed = await atTime(daysAgo(95), () => addTypedTrader(tx, admin, daysAgo(366), daysAgo(COPIED_SINCE + 1)));
  const simulated = new Map<string, string>();
  for (const past of pasts) {
    const { id } = made(await atTime(daysAgo(95), () => addSimulatedTrader(tx, admin, past)));
    simulated.set(past.strategy.id, id);
  }

  const copies: { id: string; trader: string }[] = [];
  const startToCopy = async (user: User, asked: Parameters<typeof startCopy>[2]) => {
    copies.push({ id: made(await startCopy(tx, user, asked)).id, trader: asked.trader });
  };
  const copied: string[] = [];
  /** Who trades with their own money. */
  const trading: string[] = [];
  const happenings: Happening[] = typed.since.map((trade) => ({
    at: trade.at,
    happen: async () => {
      await importHistory(tx, typed.id, [trade]);
      for (const each of copies) if (each.trader === typed.id) await catchUp(tx, each.id);
    },
  }));
  let carried = daysAgo(OWN_TRADING_SINCE);
  /** A day at a time, so that results reach the books on the days they are of. */
  const carryOn = async (until: Date) => {
    for (; after(carried, DAY) <= until; carried = after(carried, DAY)) {
      const at = after(carried, DAY);
      await atTime(at, async () => {
        for (const id of copied) await tradeOn(tx, id, at.getTime());
        // Before the copies, so that no stop of it is told late.
        for (const id of trading) made(await carryOwn(tx, id));
        for (const { id } of copies) await catchUp(tx, id);
      });
    }
  };
  const meanwhile = async (until: Date) => {
    for (let next = happenings[0]; next && next.at < until; next = happenings[0]) {
      const { at, happen } = next;
      happenings.shift();
      await carryOn(at);
      await atTime(at, async () => {
        while (await accrueDue(tx)) {}
        await happen();
      });
    }
    await carryOn(until);
    await atTime(until, async () => {
      while (await accrueDue(tx)) {}
    });
  };
  const ago = async <T>(days: number, work: () => Promise<T>) => {
    await meanwhile(daysAgo(days));
    return await atTime(daysAgo(days), work);
  };

  const startOwnTrading = async (hash: string): Promise<User> => {
    const locked = await ago(OWN_TRADING_SINCE + 2, () => addPerson(tx, COPIED_INVESTOR, hash));
    await ago(OWN_TRADING_SINCE + 1, () => payIn(tx, admin, locked, 'ETH', 6_000));
    const user = await ago(OWN_TRADING_SINCE, () => beginOwnTrading(tx, admin, locked));
    trading.push(user.id);
    happenings.push(...ownOrders(tx, user, daysAgo(OWN_TRADING_SINCE - 1), today));
    happenings.sort((a, b) => a.at.getTime() - b.at.getTime());
    return user;
  };
  const copyLeader = async (user: User, amount: number) => {
    if (!leader) return;
    await startToCopy(user, { trader: leader.id, amount: dollars(amount), floorBps: 6_000 });
  };

  const investor = await ago(90, () => addPerson(tx, INVESTOR, hashes.investor));
  await ago(88, () => payIn(tx, admin, investor, 'BTC', 12_000));
  const leader = hashes.copied ? await startOwnTrading(hashes.copied) : null;
  await ago(COPIED_SINCE, async () => {
    await startToCopy(investor, { trader: typed.id, amount: dollars(2_000), floor: undefined });
    for (const { strategy, amount, floorBps } of COPIED) {
      const trader = simulated.get(strategy);
      if (!trader) continue;
      await tradeOn(tx, trader, now().getTime());
      await startToCopy(investor, { trader, amount: dollars(amount), floorBps });
      copied.push(trader);
    }
  });
  if (leader) {
    const request = await ago(45, () => ask(tx, leader));
    await ago(44, () => accept(tx, admin, leader, request));
  }
  await ago(42, () => copyLeader(investor, COPIES_OF_LEADER.investor));
  const friend = await ago(40, () => addPerson(tx, FRIEND, hashes.investor, investor.id));
  await ago(38, () => payIn(tx, admin, friend, 'USDT-TRC20', 2_500));
  await ago(36, () => copyLeader(friend, COPIES_OF_LEADER.friend));
  await ago(30, async () => made(await openInvestment(tx, investor, { plan: 'starter', amount: dollars(500) })));
  // It has paid nothing yet: a day of it would be the largest step of the balance.
  await ago(0.5, async () => made(await openInvestment(tx, investor, { plan: 'gold', amount: dollars(5_000) })));
  if (leader) await ago(5 / 24, () => tradeToday(tx, leader));
  await ago(3 / 24, async () => {
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    made(await requestWithdrawal(tx, investor, { method: 'BTC', amount: dollars(400), wallet }));
  });
  await meanwhile(today);
  for (const id of simulated.values()) await tradeOn(tx, id, today.getTime());
  await retireRuined(tx, admin);
  return friend;
}

/** Something for the administrator to decide, with a proof: after the transaction, since files are stored outside one. */
async function announceDeposit(friend: User): Promise<void> {
  const announced = and(eq(deposit.userId, friend.id), eq(deposit.method, 'ETH'));
  if ((await read().select({ id: deposit.id }).from(deposit).where(announced)).length > 0) return;
  const picture = new File([RECEIPT], 'receipt.svg', { type: 'image/svg+xml' });
  const proof = await storeUpload(picture, { ownerId: friend.id, purpose: 'proof' });
  if (!proof.ok) return;
  await write(async (tx) => {
    const asked = { method: 'ETH', amount: dollars(750), proof: proof.value.id };
    await atTime(after(now(), -HOUR), () => submitDeposit(tx, friend, asked));
  });
}

/** Identity papers to decide about: a picture, since a document is never taken as SVG. */
async function sendPapers(friend: User): Promise<void> {
  if (await latestKyc(read(), friend.id)) return;
  const drawn = await redraw(Buffer.from(IDENTITY_CARD), 'svg', { fit: 960 });
  if (typeof drawn === 'string') return;
  const card = new File([new Uint8Array(drawn.bytes)], 'identity-card.png', { type: drawn.type });
  const document = await storeUpload(card, { ownerId: friend.id, purpose: 'document' });
  if (!document.ok) return;
  const { firstName, lastName, email } = FRIEND;
  const home = { country: 'Ireland', state: 'Leinster', postalCode: 'D02 X285', address: '1 Quay Street, Dublin' };
  await write(async (tx) => {
    const papers = { firstName, lastName, email, ...home, document: document.value.id };
    await atTime(after(now(), -2 * HOUR), () => submitKyc(tx, friend, papers));
  });
}

async function addPerson(
  tx: Handle,
  person: Person,
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
  return row as User;
}

/** The trader of the log, with results up to an instant, and those that follow it. */
async function addTypedTrader(tx: Handle, admin: Actor, from: Date, copied: Date) {
  const { style, capital, minimum, trades, declared, ...names } = TYPED_TRADER;
  const amounts = { minimumcapital: dollars(minimum), capital: dollars(capital), traderImage: undefined };
  const { id } = made(await createTrader(tx, admin, { ...names, ...declared, ...amounts }, { simulated: true }));
  const seed = { seed: `${names.firstname} ${names.lastname}`, style, capital: dollars(capital) };
  const history = simulateHistory(seed, { from, to: after(from, 366 * DAY), count: trades });
  await importHistory(
    tx,
    id,
    history.filter(({ at }) => at < copied),
  );
  return { id, since: history.filter(({ at }) => at >= copied) };
}

async function payIn(tx: Handle, admin: Actor, user: User, method: string, amount: number): Promise<void> {
  const asked = { method, amount: dollars(amount), proof: null };
  const { id } = made(await submitDeposit(tx, user, asked));
  made(await approveDeposit(tx, admin, id, dollars(amount)));
}

const RECEIPT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" fill="#f4f6fb"/>
<rect x="40" y="40" width="400" height="220" rx="14" fill="#fff" stroke="#c5cde0"/>
<g font-family="sans-serif" fill="#1c2742"><text x="70" y="95" font-size="26">Payment sent (simulated)</text>
<text x="70" y="145" font-size="20">0.25 ETH, worth $750.00</text><text x="70" y="185" font-size="16">To PAPER-ETH-DO-NOT-SEND</text>
<text x="70" y="225" font-size="16">This picture stands for a proof of payment.</text></g></svg>`;

const IDENTITY_CARD = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" rx="18" fill="#dfe9f5"/>
<rect x="36" y="84" width="120" height="150" rx="8" fill="#b7c8de"/><circle cx="96" cy="138" r="32" fill="#7f96b5"/>
<path d="M48 234c4-40 28-58 48-58s44 18 48 58z" fill="#7f96b5"/>
<g font-family="sans-serif" fill="#1c2742"><text x="36" y="52" font-size="24">Identity card (simulated)</text>
<text x="184" y="116" font-size="20">Okafor, Finn</text><text x="184" y="152" font-size="16">1 Quay Street, Dublin</text>
<text x="184" y="184" font-size="16">D02 X285, Leinster, Ireland</text>
<text x="184" y="228" font-size="14">This picture stands for a document.</text></g></svg>`;
