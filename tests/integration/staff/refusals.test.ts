import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Handle, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { byAdmin, byInvestor } from '~/platform/states';
import { may, ROLE_NAMES } from '~/signIns/rights';
import { useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { BY_UNVERIFIED, OF_BOTH, OF_INVESTORS, OF_STAFF, type UseCase, useCases } from '../../support/useCases';

/*
 * Each use-case refuses by itself those who may not use it: it is called here without a page or a call before it, by everybody, as
 * they were when they signed in. Nothing that it asks for is right, so those who may use it are refused for something else.
 */

useDatabase();

/** What comes after the transaction and the person, where more than an empty object is needed to see who is refused. */
const ASKED: Record<string, unknown[]> = {
  'catalogue addEntry': ['plan', {}],
  'catalogue changeEntry': ['plan', 'none', {}],
  'traders setTraderState': ['none', 'pause'],
};

type Run = (tx: Handle, ...given: unknown[]) => Promise<{ ok: boolean; error?: { code: string } }>;

const all = new Map<string, Run>();

beforeAll(async () => {
  for (const { path, name, key } of useCases()) all.set(key, await load(path, name));
});

const load = async (path: UseCase['path'], name: UseCase['name']): Promise<Run> =>
  ((await import(join(import.meta.dirname, '../../..', path))) as Record<string, Run>)[name] as Run;

/** The code that a use-case refuses a person with; empty where it does not, or breaks on what is asked. */
async function codeFor(key: string, person: unknown): Promise<string> {
  const run = all.get(key) as Run;
  const asked = ASKED[key] ?? [{}, {}];
  const answer = await write((tx) => run(tx, person, ...asked)).catch(() => null);
  return answer?.error?.code ?? '';
}

test('what investors do for themselves is refused to those whose account bars them', async () => {
  const unlocked = { pdtUnlocked: true };
  const ann = await makeUser(unlocked);
  const people = {
    closed: await makeUser({ status: 'closed', ...unlocked }),
    unverified: await makeUser({ emailVerifiedAt: null, ...unlocked }),
    frozen: await makeUser({ frozenAt: new Date(1), ...unlocked }),
    locked: await makeUser({ pdtUnlocked: false }),
    unknown: { id: newId() },
  };
  for (const [key, standings] of Object.entries(OF_INVESTORS)) {
    // Nothing bars this one, so it is about what was asked for.
    const usual = await codeFor(key, ann);
    expect(['closed', 'unverified', 'frozen']).not.toContain(usual);
    const codes: Record<string, string> = {};
    for (const [who, { id }] of Object.entries(people)) {
      // With what was known when they signed in, when nothing barred them.
      const code = await codeFor(key, { ...ann, ...byInvestor(id) });
      codes[who] = code === usual ? '' : code;
    }
    const bars = (standing: (typeof standings)[number]) => (standings.includes(standing) ? standing : '');
    const unverified = BY_UNVERIFIED.includes(key) ? '' : 'unverified';
    const barred = { closed: 'closed', unverified, unknown: 'closed' };
    expect([key, codes]).toEqual([key, { ...barred, frozen: bars('frozen'), locked: bars('locked') }]);
  }
});

test('what administrators do is refused to roles without the right, to the disabled and to investors', async () => {
  const staff: Record<string, string> = {};
  for (const role of ROLE_NAMES) staff[role] = (await makeAdmin({ role })).id;
  const gone = { disabled: (await makeAdmin({ disabledAt: new Date(1) })).id, unknown: newId() };
  const { id: stranger } = await makeUser();
  for (const [key, right] of Object.entries({ ...OF_STAFF, ...OF_BOTH })) {
    const refused: string[] = [];
    for (const [who, id] of Object.entries({ ...staff, ...gone })) {
      if ((await codeFor(key, byAdmin(id))) === 'forbidden') refused.push(who);
    }
    const others = ROLE_NAMES.filter((role) => !may({ role }, right));
    expect([key, refused]).toEqual([key, [...others, ...Object.keys(gone)]]);
    expect([key, await codeFor(key, byInvestor(stranger))]).toEqual([key, 'not-yours']);
  }
});
