// On both engines: the ledger against its model.
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { account } from '#drizzle/schema';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch, verifySeals } from '~/ledger/proof/seal.server';
import { MINUTE } from '~/platform/clock';
import { read, rows } from '~/platform/db/index.server';
import { clock, useDatabase } from '../../support/database';
import { sizeOf } from '../../support/depth';
import * as world from './ledger.fixtures';
import { live, Model, step } from './ledger.sequences';

/** Random sequences of postings, compared with a model that is a map of balances. */
const SEQUENCES = sizeOf('SEQUENCES');

/** Expected state after a number of sequences. */
const KNOWN: Record<number, string> = {
  60: '146 accounts, 596092495f82733abbbf82fcb134d748cb19349d5ff131f9960d27eaf7f59a6d',
  300: '737 accounts, fe572013990266bce438eb0f60e94d6dc43c2845bbb7998c9c2c3136c656ad96',
};

useDatabase();

test('after any sequence the books equal the model, balance, and verify', { timeout: 3_600_000 }, async () => {
  await world.addTrader(world.TRADER);
  const model = await Model.ofNow();
  while (await sealNextBatch());
  let sequence = 0;
  let { last: link } = await verifySeals();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), async (steps) => {
      sequence += 1;
      clock.advance(MINUTE);
      await live(model, `s${sequence}`, steps);

      const [sums] = await rows<{ d: number | string; c: number | string }>(
        read(),
        // The model ignores transfers between stripes of an account.
        sql`select coalesce(sum(debits), 0) - max(levelled) as d, coalesce(sum(credits), 0) - max(levelled) as c from account,
          (select coalesce(sum(t.amount), 0) as levelled from transfer t join journal j on j.id = t.journal_id
            where j.kind = 'stripes-levelled') l`,
      );
      expect([String(sums?.d), String(sums?.c)]).toEqual([String(model.debits), String(model.debits)]);
      while (await sealNextBatch());
      const { broken, last } = await verifySeals(link);
      expect(broken).toEqual([]);
      link = last;
    }),
    // A fixed seed: both engines run the same sequences, and a failure can be repeated.
    { seed: Number(process.env.SEED || 20_260_302), numRuns: SEQUENCES },
  );

  const { findings, journals } = await audit();
  expect(findings).toEqual([]);
  const [versions] = await rows<{ n: number | string }>(read(), sql`select count(*) as n from row_version`);
  expect(journals + Number(versions?.n)).toBe(link.position);
  const known = KNOWN[SEQUENCES];
  // The model is the same, so both engines must agree.
  if (known && !process.env.SEED) expect(await trialBalance()).toBe(known);
});

/** All accounts with a balance, as one line and a hash. */
async function trialBalance(): Promise<string> {
  const balances = new Map<string, bigint>();
  for (const row of await read().select().from(account))
    balances.set(row.code, (balances.get(row.code) ?? 0n) + calculateBalance(row));
  const lines = Array.from(balances, ([code, cents]) => `${code} ${cents}`)
    .filter((line) => !line.endsWith(' 0'))
    .sort();
  return `${lines.length} accounts, ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
}
