import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deposit, mail } from '#drizzle/schema';
import { approveDeposit, reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import { useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

/** Stated and received amounts. A tenth of the second is not a whole number of cents. */
const STATED = 1_500_37n;

test.each([
  ['less', 1_234_57n, 123_45n],
  ['more', 1_801_99n, 180_19n],
])(
  'a deposit that brought %s than stated counts, and gives its bonus, by the received amount',
  async (_, received, bonus) => {
    const referrer = await makeUser();
    const referred = await makeUser({ referrerId: referrer.id });
    const admin = createAdminActor((await makeAdmin()).id);
    const free = await balance(read(), 'reserve:free');
    const id = await write(async (tx) => {
      const submitted = must(await submitDeposit(tx, referred, { method: 'BTC', amount: STATED, proof: null }));
      return submitted.id;
    });
    const standing = async () => {
      while (await sealNextBatch());
      expect((await audit()).findings).toEqual([]);
      return {
        referred: (await readBalances(read(), referred.id)).available,
        referrer: (await readBalances(read(), referrer.id)).available,
        deposited: (await readBalancesAndTotals(referred.id)).totals.totalDeposit,
        bonuses: (await readBalancesAndTotals(referrer.id)).totals.referralBonus,
        custody: await balance(read(), 'custody:BTC'),
        reserve: (await balance(read(), 'reserve:free')) - free,
      };
    };
    const NOTHING = { referred: 0n, referrer: 0n, deposited: 0n, bonuses: 0n, custody: 0n, reserve: 0n };
    expect(await standing()).toEqual(NOTHING);

    expect((await write((tx) => approveDeposit(tx, admin, id, received))).ok).toBe(true);
    const credited = { referred: received, deposited: received, custody: received };
    expect(await standing()).toEqual({ ...credited, referrer: bonus, bonuses: bonus, reserve: -bonus });
    const [row] = await read().select().from(deposit).where(eq(deposit.id, id));
    expect(row).toMatchObject({ amount: STATED, received, status: 'approved' });
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'deposit-approved'));
    expect(sentMail?.text).toContain('You reported $1,500.37; this is what arrived.');

    expect((await write((tx) => reverseDeposit(tx, admin, id, 'It was another client’s'))).ok).toBe(true);
    expect(await standing()).toEqual(NOTHING);
  },
);
