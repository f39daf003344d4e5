import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { file, referralBonus, user as userTable } from '#drizzle/schema';
import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { RANKS } from '~/features/money/ranking/rules';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { findAccountsOfPerson } from '~/features/people/persons/accountsOfPerson.server';
import { readBalances, readStatement } from '~/ledger/reading/statement.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Actor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import {
  again,
  anAdmin,
  approvedDocuments,
  bonusJobs,
  depositOf,
  liveTerms,
  refer,
  requested,
  walletOf,
  withdrawn,
} from '../../support/people/bonuses';
import { makeUser } from '../../support/people/people';
import { setSetting } from '../../support/settings';
import { transactionOf } from '../../support/transactionIds';
import { findings } from '../plans/plans.fixtures';

useDatabase();

const DIAMOND = 20_001_00n;
const available = async ({ id }: User) => (await readBalances(read(), id)).available;
const clean = async () => expect(await findings()).toEqual([]);

/** Total bonuses of a kind of a user, cents. */
async function earned(user: User, kind: 'referral-bonus' | 'rank-bonus'): Promise<bigint> {
  const lines = await readStatement(read(), user.id);
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.change : sum), 0n);
}

async function claimAll(user: User): Promise<void> {
  for (const { id } of RANKS) await write((tx) => claimRankBonus(tx, user, { rank: id }));
}

describe('money that is deposited again', () => {
  test.each([
    ['without a holding period', 0],
    ['with one that it stays for each time', 30],
  ])('earns one bonus for three deposits and withdrawals, %s', async (_, period) => {
    await liveTerms({ 'holding-days': period });
    const admin = await anAdmin();
    const referrer = await makeUser();
    const friend = await makeUser({ referrerId: referrer.id });
    for (let round = 0; round < 3; round += 1) {
      await depositOf(admin, friend, DIAMOND);
      clock.advance(period * DAY);
      await bonusJobs();
      await withdrawn(admin, friend, DIAMOND);
      clock.advance(DAY);
    }
    expect(await earned(referrer, 'referral-bonus')).toBe(2_000_10n);
    expect((await read().select().from(referralBonus)).map(({ status }) => status).sort()).toEqual([
      'paid',
      'reduced',
      'reduced',
    ]);
    await clean();
  });

  test('earns no bonus if it is withdrawn at once and has to stay', async () => {
    await liveTerms();
    const admin = await anAdmin();
    const referrer = await makeUser();
    const friend = await makeUser({ referrerId: referrer.id });
    for (let round = 0; round < 3; round += 1) {
      await depositOf(admin, friend, DIAMOND);
      clock.advance(29 * DAY);
      await withdrawn(admin, friend, DIAMOND);
    }
    clock.advance(60 * DAY);
    await bonusJobs();
    await claimAll(friend);
    expect([await earned(referrer, 'referral-bonus'), await earned(friend, 'rank-bonus')]).toEqual([0n, 0n]);
    await clean();
  });
});

/** Ways in which accounts are detected as belonging to one person. */
const LINKS: [string, (admin: Actor, accounts: User[]) => Promise<void>][] = [
  [
    'a wallet that all have withdrawn to, spelled in either case',
    async (admin, accounts) => {
      for (const [index, account] of accounts.entries()) {
        await depositOf(admin, account, 10_00n);
        const wallet = walletOf('shared');
        await withdrawn(admin, account, 10_00n, index % 2 ? `0x${wallet.slice(2).toUpperCase()}` : wallet);
      }
    },
  ],
  [
    'papers with one name and address',
    async (_, accounts) => {
      for (const account of accounts) await approvedDocuments(account, { lastName: 'Lee', postalCode: 'SW1A 1AA' });
    },
  ],
  [
    'one document under several names',
    async (_, accounts) => {
      for (const account of accounts) {
        const id = newId();
        await write(async (tx) => {
          await tx.insert(file).values({
            id,
            ownerId: account.id,
            purpose: 'document',
            name: 'id.png',
            type: 'image/png',
            bytes: 1,
            sha256: 'same',
            storageKey: id,
            createdAt: clock.at,
          });
        });
        await approvedDocuments(account, { address: id, documentFileId: id });
      }
    },
  ],
];

describe.each(LINKS)('accounts linked by %s', (_, link) => {
  test('are one person, who earns nothing by referring them in a chain, and each rank once', async () => {
    await setSetting('referral-bonus-bps', 0);
    const admin = await anAdmin();
    const top = await makeUser();
    const middle = await makeUser({ referrerId: top.id });
    const bottom = await makeUser({ referrerId: middle.id });
    const chain = [top, middle, bottom];
    await link(admin, chain);
    expect([...(await findAccountsOfPerson(read(), middle.id))].sort()).toEqual(chain.map(({ id }) => id).sort());
    await liveTerms({ 'referral-bonus-bps': 1_000 });
    for (const account of [top, middle, bottom]) {
      await depositOf(admin, account, DIAMOND);
      clock.advance(30 * DAY);
      await bonusJobs();
      await claimAll(account);
      await withdrawn(admin, account, DIAMOND);
    }
    for (const account of chain) expect(await earned(account, 'referral-bonus')).toBe(0n);
    const ranks = await Promise.all(chain.map((account) => earned(account, 'rank-bonus')));
    expect(ranks.reduce((a, b) => a + b)).toBe(650_00n);
    await clean();
  });
});

/** Claims that a stranger can make about somebody with a paid wallet and an approved identity check. */
const CLAIMS: [string, (admin: Actor, stranger: User, other: User) => Promise<void>][] = [
  [
    'asks for a withdrawal to their wallet',
    (_, stranger, other) => readState(requested(stranger, 10_00n, walletOf(other.id))),
  ],
  [
    'has such a withdrawal approved, and not paid',
    async (admin, stranger, other) => {
      const id = await requested(stranger, 10_00n, walletOf(other.id));
      await write((tx) => approveWithdrawal(tx, admin, id));
    },
  ],
  [
    'has such a payment come back',
    async (admin, stranger, other) => {
      const id = await requested(stranger, 10_00n, walletOf(other.id));
      await write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf(id)));
      await write((tx) => bounceWithdrawal(tx, admin, id, 'It came back'));
    },
  ],
  [
    'signs up with a label of their address',
    async (_, stranger, other) => {
      const email = other.email.replace('@', '+label@');
      const set = { email, emailVerifiedAt: null };
      await write((tx) => tx.update(userTable).set(set).where(eq(userTable.id, stranger.id)));
    },
  ],
  [
    'types their address into papers, of the same name',
    (_, stranger, other) => approvedDocuments(stranger, { lastName: 'Lee', email: other.email, address: '2 Low Road' }),
  ],
  [
    'sends papers like theirs that are not approved',
    (_, stranger) => approvedDocuments(stranger, { lastName: 'Lee', status: 'submitted' }),
  ],
];

const readState = async (done: Promise<unknown>) => void (await done);

test.each(CLAIMS)('a stranger who %s costs nobody a bonus', async (_, claim) => {
  await liveTerms({ 'holding-days': 0 });
  const admin = await anAdmin();
  const [stranger, referrer] = [await makeUser(), await makeUser()];
  const friend = await makeUser({ referrerId: referrer.id });
  await depositOf(admin, stranger, DIAMOND);
  await claimAll(stranger);
  for (const other of [referrer, friend]) {
    await depositOf(admin, other, 100_00n);
    await withdrawn(admin, other, 50_00n);
    await approvedDocuments(other, { lastName: 'Lee', postalCode: other.id });
    await claim(admin, stranger, other);
  }
  const before = await earned(referrer, 'referral-bonus');
  await depositOf(admin, friend, DIAMOND);
  await claimAll(friend);
  expect(await earned(referrer, 'referral-bonus')).toBeGreaterThan(before);
  expect(await earned(friend, 'rank-bonus')).toBe(650_00n);
  expect([...(await findAccountsOfPerson(read(), friend.id))]).toEqual([friend.id]);
});

test('three accounts of one person in a chain earn no more than one account', async () => {
  const admin = await anAdmin();
  await liveTerms({ 'papers-first': 1 });
  const top = await makeUser();
  const middle = await makeUser({ referrerId: top.id });
  const bottom = await makeUser({ referrerId: middle.id });
  const chain = [top, middle, bottom];
  // Each account has another wallet, so only identity checks can detect the ring; without a check there is no bonus.
  for (const account of chain) await depositOf(admin, account, DIAMOND);
  clock.advance(30 * DAY);
  await bonusJobs();
  for (const account of chain) await claimAll(account);
  for (const account of chain) expect(await available(account)).toBe(DIAMOND);
  for (const account of chain) await approvedDocuments(account, { lastName: 'Lee' });
  clock.advance(DAY);
  await bonusJobs();
  for (const account of chain) await claimAll(account);
  const all = await Promise.all(chain.map(available));
  expect(all.reduce((a, b) => a + b)).toBe(3n * DIAMOND + 650_00n);
  await clean();
});

test('a circle through an accomplice earns nothing: the bottom is the person at the top', async () => {
  const admin = await anAdmin();
  const top = await makeUser({ email: 'ann@example.com' });
  const accomplice = await makeUser({ referrerId: top.id });
  const bottom = await makeUser({ email: 'ann+2@example.com', referrerId: accomplice.id });
  await depositOf(admin, bottom, DIAMOND);
  expect(await earned(accomplice, 'referral-bonus')).toBe(0n);
  // The accomplice's own money is another person's, and earns the top its bonus.
  await depositOf(admin, accomplice, 1_000_00n);
  expect(await earned(top, 'referral-bonus')).toBe(100_00n);
  await refer(top, bottom.id);
  await depositOf(admin, await again(accomplice), 1_000_00n);
  expect(await earned(top, 'referral-bonus')).toBe(100_00n);
});
