// On both engines: idempotency.
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { idempotency, journal } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { placeHold } from '~/ledger/posting/holds.server';
import { mustPost, post } from '~/ledger/posting/post.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { MINUTE, SECOND } from '~/platform/clock';
import { describeUnavailability, type Handle, read, rows, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { issueKey, type OnceResult, type OnRefused, runExactlyOnce, runOnceForProgram } from '~/web/idempotency.server';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { sizeOf } from '../../support/depth';

useDatabase();

const head = (ref: string) => ({ ref, actor: 'system', effectiveAt: clock.at });

/** Key and amount of a form. */
type Ask = { key: string; amount?: bigint; scope?: string; operation?: string; again?: boolean; onRefused?: OnRefused };

/** Debits an amount from Ann's balance of 5,000, once for a key. */
const spend = ({ key, amount = 100n, scope = 'ann', operation = 'spend', again, onRefused }: Ask) =>
  runExactlyOnce(
    { scope, operation, key, fields: { amount: String(amount) }, again },
    (tx) => spending(tx, amount),
    onRefused,
  );

async function spending(tx: Handle, amount: bigint): Promise<Result<{ journalId: string; amount: string }>> {
  const legs = [{ debit: availableAccount('ann'), credit: custody('BTC'), amount }];
  const posted = await post(tx, { ...head(newId()), kind: 'deposit-reversed', legs });
  if (!posted.ok) return refuse(posted.error.code, 'Not enough money for that.', 'amount');
  return done({ ...posted.value, amount: String(amount) });
}

const left = async () => (await readBalances(read(), 'ann')).available;
const key = () => issueKey('ann', 'spend');
const kinds = (outcomes: OnceResult<unknown>[]) => outcomes.map((outcome) => outcome.kind);

beforeEach(async () => {
  const legs = [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 5_000n }];
  await write((tx) => mustPost(tx, { ...head('first'), kind: 'deposit', legs }));
});

describe('one key', () => {
  test('50 simultaneous posts have one effect, and all of them the same answer', async () => {
    const keys = Array.from({ length: sizeOf('KEYS') }, key);
    const requested = keys.flatMap((one, at) =>
      Array.from({ length: 50 }, () => ({ key: one, amount: BigInt(at + 1) })),
    );
    const sum = keys.reduce((all, _, at) => all + BigInt(at + 1), 0n);
    const legs = [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: sum }];
    await write((tx) => mustPost(tx, { ...head('enough'), kind: 'deposit', legs }));
    // Shuffled, so that posts of one key are not neighbours.
    const mixed = requested.map((_, at) => requested[(at * 7) % requested.length] as (typeof requested)[number]);
    const outcomes = await Promise.all(mixed.map(async (ask) => ({ ask, outcome: await spend(ask) })));

    for (const one of keys) {
      const ofKey = outcomes.filter(({ ask }) => ask.key === one).map(({ outcome }) => outcome);
      expect(ofKey).toHaveLength(50);
      expect(ofKey.filter((outcome) => outcome.kind === 'done' && !outcome.replayed)).toHaveLength(1);
      const [first] = ofKey;
      for (const outcome of ofKey) expect({ ...outcome, replayed: null }).toEqual({ ...first, replayed: null });
    }
    expect(await read().select().from(idempotency)).toHaveLength(keys.length);
    expect(await left()).toBe(5_000n);
  });

  test('for another request is refused, and nothing happens', async () => {
    const one = key();
    await spend({ key: one });
    expect(await spend({ key: one, amount: 101n })).toEqual({ kind: 'key-reused' });
    expect(await left()).toBe(4_900n);
  });

  test('is not used up by a refusal: the same form may be sent with other values, and with the same once the money is there', async () => {
    const one = key();
    const refused = {
      kind: 'refused',
      refusal: { code: 'insufficient', message: 'Not enough money for that.', field: 'amount' },
    };
    expect(await spend({ key: one, amount: 6_000n })).toEqual({ ...refused, replayed: false });
    expect(await spend({ key: one, amount: 7_000n })).toEqual({ ...refused, replayed: false });
    const legs = [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 5_000n }];
    await write((tx) => mustPost(tx, { ...head('second'), kind: 'deposit', legs }));
    expect(await spend({ key: one, amount: 7_000n })).toMatchObject({ kind: 'done', replayed: false });
    expect(await spend({ key: one, amount: 7_000n })).toMatchObject({ kind: 'done', replayed: true });
    expect(await spend({ key: one, amount: 100n })).toEqual({ kind: 'key-reused' });
    expect(await left()).toBe(3_000n);
    const saved = await read().select().from(idempotency);
    expect(saved).toMatchObject([{ key: one, succeeded: true, rootJournalId: expect.any(String) }]);
  });

  test('50 refused simultaneous posts report it once, and for other values once more', async () => {
    const one = key();
    const onRefused: OnRefused = async (tx) => {
      const legs = [{ debit: availableAccount('ann'), credit: custody('BTC'), amount: 1n }];
      await mustPost(tx, { ...head(newId()), kind: 'operator-debit', legs });
    };
    const posts = Array.from({ length: 50 }, () => spend({ key: one, amount: 6_000n, onRefused }));
    expect(new Set(kinds(await Promise.all(posts)))).toEqual(new Set(['refused']));
    expect(await left()).toBe(4_999n);
    await spend({ key: one, amount: 7_000n, onRefused });
    expect(await left()).toBe(4_998n);
  });

  test('of a program is used up by a refusal, which it gets again', async () => {
    const ask = (amount: bigint) =>
      runOnceForProgram(
        { scope: 'ann', operation: 'api:spend', key: 'order-1', fields: { amount: String(amount) } },
        (tx) => spending(tx, amount),
      );
    expect(await ask(6_000n)).toMatchObject({ kind: 'refused', replayed: false });
    expect(await ask(6_000n)).toMatchObject({ kind: 'refused', replayed: true });
    expect(await ask(100n)).toEqual({ kind: 'key-reused' });
  });

  test('a refusal rolls back earlier writes, and keeps its own record', async () => {
    const output: Refusal[] = [];
    const outcome = await runExactlyOnce(
      { scope: 'ann', operation: 'spend', key: key(), fields: {} },
      async (tx): Promise<Result<{ journalId: string }>> => {
        await spending(tx, 100n);
        return refuse('no', 'After all, no.');
      },
      async (tx, refusal) => {
        output.push(refusal);
        const legs = [{ debit: availableAccount('ann'), credit: custody('BTC'), amount: 1n }];
        await mustPost(tx, { ...head('said'), kind: 'operator-debit', legs });
      },
    );
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'no' } });
    expect(output).toHaveLength(1);
    expect(await left()).toBe(4_999n);
  });

  test('an exception stores nothing, and the same key may try again', async () => {
    const one = key();
    const request = { scope: 'ann', operation: 'spend', key: one, fields: { amount: '100' } };
    const failing = runExactlyOnce(request, async (tx) => {
      await spending(tx, 100n);
      throw new Error('the engine went away');
    });
    await expect(failing).rejects.toThrow('the engine went away');
    expect(await read().select().from(idempotency)).toEqual([]);
    expect(await left()).toBe(5_000n);
    expect(await spend({ key: one })).toMatchObject({ kind: 'done', replayed: false });
  });

  test('names the one journal it created', async () => {
    const outcome = await spend({ key: key() });
    const [stored] = await read().select().from(idempotency);
    expect(outcome).toMatchObject({ kind: 'done', value: { journalId: stored?.rootJournalId } });
    const journals = await read().select().from(journal);
    expect(journals.map((row) => row.id)).toContain(stored?.rootJournalId);
  });
});

describe('a repetition with another key', () => {
  test('asks back within two minutes, and not after', async () => {
    await spend({ key: key() });
    clock.advance(2 * MINUTE);
    const second = key();
    expect(await spend({ key: second })).toEqual({ kind: 'again?' });
    // A request for confirmation is not a result, so the key can still be used.
    clock.advance(SECOND);
    expect(await spend({ key: second })).toMatchObject({ kind: 'done', replayed: false });
    expect(await left()).toBe(4_800n);
  });

  test('is done when the person confirms', async () => {
    await spend({ key: key() });
    expect(await spend({ key: key(), again: true })).toMatchObject({ kind: 'done', replayed: false });
    expect(await left()).toBe(4_800n);
  });

  test('does not ask back after a refusal, for another amount, or for another person', async () => {
    await spend({ key: key(), amount: 6_000n });
    expect(await spend({ key: key(), amount: 6_000n })).toMatchObject({ kind: 'refused' });
    await spend({ key: key(), amount: 100n });
    expect(await spend({ key: key(), amount: 101n })).toMatchObject({ kind: 'done' });
    expect(await spend({ key: issueKey('bob', 'spend'), scope: 'bob' })).toMatchObject({ kind: 'done' });
  });

  test('from two tabs at the same moment: one is done, one asks back', async () => {
    const outcomes = await Promise.all([spend({ key: key() }), spend({ key: key() })]);
    expect(kinds(outcomes).sort()).toEqual(['again?', 'done']);
    expect(await left()).toBe(4_900n);
  });
});

describe('a foreign key', () => {
  const own = () => key();
  test.each([
    ['made up', () => 'abc.def'],
    ['empty', () => ''],
    ['without a signature', () => own().split('.')[0] as string],
    ['with an empty signature', () => `${own().split('.')[0]}.`],
    ["with another's signature", () => `${own().split('.')[0]}.${own().split('.')[1]}`],
    ['with something appended', () => `${own()}.1`],
    ['with a space', () => ` ${own()}`],
    ["another person's", () => issueKey('bob', 'spend')],
    ["another form's", () => issueKey('ann', 'withdraw')],
    // Names that concatenate to the same text must have different signatures.
    ['of a shifted name', () => issueKey('an', 'nspend')],
  ])('%s', async (_, make) => {
    expect(await spend({ key: make() })).toEqual({ kind: 'bad-key' });
    expect(await left()).toBe(5_000n);
    expect(await read().select().from(idempotency)).toEqual([]);
  });
});

test("an API client's own key works the same way, each client for itself", async () => {
  const call = (scope: string) =>
    runOnceForProgram({ scope, operation: 'spend', key: 'order-1', fields: { amount: '100' } }, (tx) =>
      spending(tx, 100n),
    );
  expect(await call('ann')).toMatchObject({ kind: 'done', replayed: false });
  expect(await call('ann')).toMatchObject({ kind: 'done', replayed: true });
  expect(await call('bob')).toMatchObject({ kind: 'done', replayed: false });
});

test('of 1,000 holds of 10 racing on a balance of 5,000 exactly 500 succeed', async () => {
  const holds = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) =>
      write((tx) =>
        placeHold(
          tx,
          { ...head(`hold-${at}`), kind: 'withdrawal-requested' },
          { user: 'ann', amount: 10n, purpose: 'test' },
        ),
      ),
    ),
  );
  const placed = holds.filter((hold) => hold.ok);
  expect(placed).toHaveLength(500);
  for (const hold of holds) {
    if (!hold.ok) expect(hold.error).toEqual({ code: 'insufficient', account: 'available:ann', balance: 0n });
  }
  expect(await left()).toBe(0n);
  expect(await balance(read(), 'held:ann')).toBe(5_000n);
});

describe('without a key', () => {
  const ask = (amount: bigint) =>
    runOnceForProgram({ scope: 'ann', operation: 'api:spend', key: null, fields: { amount: String(amount) } }, (tx) =>
      spending(tx, amount),
    );

  test('a repetition asks back a moment later, and a refused request leaves nothing', async () => {
    expect(kinds([await ask(6_000n), await ask(6_000n)])).toEqual(['refused', 'refused']);
    expect(await read().select().from(idempotency)).toEqual([]);
    expect(kinds([await ask(100n), await ask(100n), await ask(101n)])).toEqual(['done', 'again?', 'done']);
    clock.advance(3 * MINUTE);
    expect((await ask(100n)).kind).toBe('done');
    expect(await left()).toBe(4_699n);
  });
});

describe('a COMMIT', () => {
  test.runIf(onPostgres)('that gets no answer may have been done, and the same key then counts once', async () => {
    const run = (text: string) => write((tx) => rows(tx, sql.raw(text)));
    // After the last write the server cuts the connection.
    await run(`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await run(`create constraint trigger cut after insert on journal deferrable initially deferred
      for each row execute function cut()`);
    const one = key();
    const broken = await spend({ key: one }).catch((error: unknown) => error);
    expect(describeUnavailability(broken)?.message).toContain('this may or may not have been done');
    await run('drop trigger cut on journal');
    expect(kinds([await spend({ key: one }), await spend({ key: one })])).toEqual(['done', 'done']);
    expect(await left()).toBe(4_900n);
  });
});
