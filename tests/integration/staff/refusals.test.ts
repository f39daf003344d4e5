import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { administrator, user as userTable } from '#drizzle/schema';
import { type Handle, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { partColumns } from '~/signIns/frozen';
import { hasRight, type Right, ROLE_NAMES } from '~/signIns/rights';
import { useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import {
  BY_UNVERIFIED,
  OF_BOTH,
  OF_INVESTORS,
  OF_STAFF,
  type Run,
  runsOfUseCases,
  type Standing,
} from '../../support/useCases';

/* Calls each use case directly as every kind of person. It must refuse people without the right itself; the rest of the input is invalid. */

useDatabase();

/** Arguments after the transaction and the person, if an empty object does not lead to the refusal. */
const ASKED: Record<string, unknown[]> = {
  'catalogue addEntry': ['plan', {}],
  'catalogue changeEntry': ['plan', 'none', {}],
  ...Object.fromEntries(
    // Tested with the queue of payments. Each queue requires its own right.
    ['giveBackItem', 'holdItem', 'noteItem', 'releaseItem', 'claimItem'].map((name) => [
      `reviewQueue ${name}`,
      [{ right: 'payments:decide' }, {}],
    ]),
  ),
  'traders setTraderState': ['none', 'pause'],
  ...Object.fromEntries(
    ['removeWebhook', 'replayDelivery', 'resumeWebhook', 'testWebhook'].map((name) => [`webhooks ${name}`, ['none']]),
  ),
};

/** State that bars a signed-in investor, with the code of the refusal. */
const STANDINGS: Record<Standing, { set: Partial<typeof userTable.$inferInsert>; code: string }> = {
  frozen: { set: { frozenAt: new Date(1) }, code: 'frozen' },
  withdrawals: { set: partColumns('withdrawals', { at: new Date(1), reason: 'a stranger' }), code: 'frozen' },
  copying: { set: partColumns('copying', { at: new Date(1), reason: 'a stranger' }), code: 'frozen' },
  locked: { set: { pdtUnlocked: false }, code: 'locked' },
};
const EVERY_STANDING = Object.keys(STANDINGS) as Standing[];

let all: Map<string, Run>;

beforeAll(async () => {
  all = await runsOfUseCases();
});

/** Returns the refusal's code; empty for none. `before` runs first in the same transaction, which is rolled back. */
async function codeFor(key: string, person: unknown, before?: (tx: Handle) => Promise<unknown>): Promise<string> {
  const run = all.get(key) as Run;
  const request = ASKED[key] ?? [{}, {}];
  const answer = await write(async (tx) => {
    await before?.(tx);
    const ran = await run(tx, person, ...request).catch(() => null);
    return { ok: false as const, error: { code: ran?.error?.code ?? '', message: '' } };
  });
  return answer.error.code;
}

test('use cases of investors refuse those whose account bars them', async () => {
  const unlocked = { pdtUnlocked: true };
  const ann = await makeUser(unlocked);
  const people = {
    closed: await makeUser({ status: 'closed', ...unlocked }),
    unverified: await makeUser({ emailVerifiedAt: null, ...unlocked }),
    unknown: { id: newId() },
  };
  const standing = new Map<Standing, { id: string }>();
  for (const each of EVERY_STANDING) standing.set(each, await makeUser({ ...unlocked, ...STANDINGS[each].set }));
  for (const [key, standings] of Object.entries(OF_INVESTORS)) {
    // No check of the caller applies, so the refusal is about the input.
    const usual = await codeFor(key, { ...ann, ...createInvestorActor(ann.id) });
    expect(['closed', 'unverified', 'frozen']).not.toContain(usual);
    const codes: Record<string, string> = {};
    for (const [who, { id }] of [...Object.entries(people), ...standing]) {
      // Includes the state of the session if no check of the caller applied.
      const code = await codeFor(key, { ...ann, ...createInvestorActor(id) });
      codes[who] = code === usual ? '' : code;
    }
    const bars = EVERY_STANDING.map((each) => [each, standings.includes(each) ? STANDINGS[each].code : '']);
    const unverified = BY_UNVERIFIED.includes(key) ? '' : 'unverified';
    const barred = { closed: 'closed', unverified, unknown: 'closed' };
    expect([key, codes]).toEqual([key, { ...barred, ...Object.fromEntries(bars) }]);
  }
});

test('use cases of administrators refuse roles without the right, the disabled and investors', async () => {
  const staff: Record<string, string> = {};
  for (const role of ROLE_NAMES) staff[role] = (await makeAdmin({ role })).id;
  const gone = { disabled: (await makeAdmin({ disabledAt: new Date(1) })).id, unknown: newId() };
  const { id: stranger } = await makeUser();
  for (const [key, right] of Object.entries({ ...OF_STAFF, ...OF_BOTH })) {
    const refused: string[] = [];
    for (const [who, id] of Object.entries({ ...staff, ...gone })) {
      if ((await codeFor(key, createAdminActor(id))) === 'forbidden') refused.push(who);
    }
    const others = ROLE_NAMES.filter((role) => !hasRight({ role }, right));
    expect([key, refused]).toEqual([key, [...others, ...Object.keys(gone)]]);
    expect([key, await codeFor(key, createInvestorActor(stranger))]).toEqual([key, 'not-yours']);
  }
});

/* A check outside of its transaction misses changes within it, and is unsafe in races. */
describe('every use case notices a loss in the same transaction', () => {
  test('of an investor: an account that is open, unfrozen and unlocked', async () => {
    const ann = { ...(await makeUser({ pdtUnlocked: true })) };
    const LOST = { closed: { set: { status: 'closed' as const }, code: 'closed' }, ...STANDINGS };
    for (const [key, standings] of Object.entries(OF_INVESTORS)) {
      for (const lost of ['closed', ...standings] as const) {
        const set = (tx: Handle) => tx.update(userTable).set(LOST[lost].set).where(eq(userTable.id, ann.id));
        const code = await codeFor(key, { ...ann, ...createInvestorActor(ann.id) }, set);
        expect([key, lost, code]).toEqual([key, lost, LOST[lost].code]);
      }
    }
  });

  test('of an administrator: the role', async () => {
    const { id } = await makeAdmin();
    const rightless = (right: Right) => ROLE_NAMES.find((role) => !hasRight({ role }, right));
    for (const [key, right] of Object.entries({ ...OF_STAFF, ...OF_BOTH })) {
      const role = rightless(right);
      const set = (tx: Handle) => tx.update(administrator).set({ role }).where(eq(administrator.id, id));
      expect([key, await codeFor(key, createAdminActor(id), set)]).toEqual([key, 'forbidden']);
      const out = (tx: Handle) =>
        tx
          .update(administrator)
          .set({ disabledAt: new Date(1) })
          .where(eq(administrator.id, id));
      expect([key, await codeFor(key, createAdminActor(id), out)]).toEqual([key, 'forbidden']);
    }
  });
});
