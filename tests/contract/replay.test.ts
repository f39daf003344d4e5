import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type CallName } from '~/api/calls';
import { type CallInput, MirrorbookClient } from '~/api/client';
import type { Call } from '~/web/guard/call';
import {
  ADMIN,
  newInvestor,
  openTrading,
  type Person,
  statusOf,
  submitDocuments,
  succeed,
} from '../support/pages/calls';
import { expectDocumented } from '../support/pages/openapi';
import { change, contentsOf, findingsBut, gained } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Every call that counts once, repeated in each way that people and programs do. */
const installation = new Installation({ DEMONSTRATION: '0' });
let anonymous: MirrorbookClient;
let admin: MirrorbookClient;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  anonymous = new MirrorbookClient(installation.origin);
  admin = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
});
afterAll(async () => {
  try {
    expect(await findingsBut(installation, planted)).toEqual([]);
  } finally {
    await installation.remove();
  }
});

type Calls = typeof CALLS;
type OnceName = { [N in CallName]: Calls[N] extends { once: string } ? N : never }[CallName];

/** Person who can make a call, their input, and another possible input. */
type Way<N extends CallName> = { client: MirrorbookClient; input: CallInput<N>; other: CallInput<N> };

/** Investors that no test has used yet, signed up together since it takes a while. */
const fresh: Person[] = [];
async function unusedInvestor(): Promise<Person> {
  if (fresh.length === 0)
    fresh.push(...(await Promise.all(Array.from({ length: 8 }, () => newInvestor(installation)))));
  return fresh.pop() as Person;
}
async function rich(): Promise<Person> {
  const person = await unusedInvestor();
  await succeed(admin, 'fundwallet', { amount: 5_000, email: person.email });
  return person;
}
const trader = async () => (await succeed(admin, 'createTrader', CALLS.createTrader.example, randomUUID()))._id;
/** Returns an investor's call with its example, and with another input. */
const asExample = async <N extends CallName>(
  name: N,
  other: Partial<CallInput<N>>,
  person?: Person,
): Promise<Way<N>> => {
  const input = CALLS[name].example as CallInput<N>;
  return { client: (person ?? (await rich())).client, input, other: { ...input, ...other } };
};
/** Returns an administrator's call about a user's money. */
const aboutMoney = async () => {
  const { email } = await rich();
  return { client: admin, input: { amount: 12.5, email }, other: { amount: 12.51, email } };
};

/** Returns an administrator's call about a waiting identity check. */
const aboutDocuments = async () => {
  const [person, second] = [await unusedInvestor(), await unusedInvestor()];
  for (const { client } of [person, second]) await submitDocuments(client);
  return { client: admin, input: { email: person.email }, other: { email: second.email } };
};

const WAYS: { [N in OnceName]: () => Promise<Way<N>> } = {
  sendproof: () => asExample('sendproof', { amount: 251 }),
  withdraw: () => asExample('withdraw', { WithdrawAmount: 26 }),
  invest: () => asExample('invest', { amount: 501 }),
  copytrade: async () => {
    const input = { trader: await trader(), amount: 500 };
    return { client: (await rich()).client, input, other: { ...input, amount: 501 } };
  },
  orders: async () => {
    const person = await rich();
    await openTrading(installation, person, admin);
    return await asExample('orders', { size: '0.002' }, person);
  },
  stopcopytrade: async () => {
    const { client } = await rich();
    const input = { trader: await trader() };
    await succeed(client, 'copytrade', input);
    return { client, input, other: {} };
  },
  updateUserData: () => asExample('updateUserData', { firstname: 'Iris' }),
  submitKYC: async () => {
    const person = await unusedInvestor();
    const document = documentsOf(person.id);
    const way = await asExample('submitKYC', {}, person);
    return { ...way, input: { ...way.input, document }, other: { ...way.other, document, firstName: 'Iris' } };
  },
  fundwallet: aboutMoney,
  debitwallet: aboutMoney,
  upgradeUser: aboutMoney,
  getWithdrawInfo: async () => {
    const [person, second] = [await rich(), await rich()];
    for (const { client } of [person, second]) {
      for (let n = 0; n < 2; n++) await succeed(client, 'withdraw', CALLS.withdraw.example, randomUUID());
    }
    return { client: admin, input: { email: person.email }, other: { email: second.email } };
  },
  verify: async () => {
    const [{ id }, second] = [await unusedInvestor(), await unusedInvestor()];
    return { client: admin, input: { id }, other: { id: second.id } };
  },
  deleteUser: async () => {
    const [{ email }, second] = [await rich(), await unusedInvestor()];
    return { client: admin, input: { email }, other: { email: second.email } };
  },
  approveKYC: aboutDocuments,
  rejectKYC: async () => {
    const { client, input, other } = await aboutDocuments();
    return { client, input: { ...input, reason: 'Blurred' }, other: { ...other, reason: 'Blurred' } };
  },
  createTrader: async () => {
    const input = { ...CALLS.createTrader.example, lastname: 'Once' };
    return { client: admin, input, other: { ...input, lastname: 'Twice' } };
  },
  updateTraderLog: async () => {
    const tradeLog = { pair: 'EUR/USD', amount: 5, tradeType: 'loss', id: await trader() } as const;
    return { client: admin, input: { tradeLog }, other: { tradeLog: { ...tradeLog, amount: 6 } } };
  },
  deleteTrader: async () => ({ client: admin, input: { id: await trader() }, other: { id: await trader() } }),
};

/** Rows that the test writes directly to the database, named as in the audit. */
const planted: string[] = [];

/** Returns the ID of a user's identity check, as sent on a page. */
function documentsOf(ownerId: string): string {
  const id = randomUUID();
  planted.push(`file ${id}`);
  change(
    installation,
    `insert into file (id, owner_id, purpose, name, type, bytes, sha256, storage_key, created_at)
      values (?, ?, 'document', 'papers.pdf', 'application/pdf', 15, ?, ?, ?)`,
    [id, ownerId, id, id, Date.now()],
  );
  return id;
}

const once = Object.values<Call>(CALLS).filter((call) => call.once);

const make = async (name: CallName, { client }: Way<never>, input: object, key?: string) => {
  const answer = await client.call(name, input as never, { key });
  expectDocumented(name, answer.http, answer.body);
  return { http: answer.http, body: answer.body, replayed: answer.headers.get('Idempotency-Replayed') };
};

/** Returns the added rows, except for accounts of the operator, which the first call that needs one opens. */
function effectOf(before: ReturnType<typeof contentsOf>): Record<string, number> {
  const { account: _, ...effect } = gained(before, contentsOf(installation));
  return effect;
}

/** Statuses of calls repeated with a new key that are not successes. */
const AGAIN: Partial<Record<OnceName, number>> = {
  stopcopytrade: 404,
  updateUserData: 400,
  submitKYC: 400,
  deleteUser: 409,
  approveKYC: 409,
  rejectKYC: 409,
  deleteTrader: 409,
};

describe.each(once)('$name', ({ name: plain, once: kind }) => {
  const name = plain as OnceName;
  let effect: Record<string, number>;

  test('a repetition with its key counts once, and one of money without a key asks back', async () => {
    const way = (await WAYS[name]()) as Way<never>;
    const before = contentsOf(installation);
    const key = randomUUID();
    const first = await make(name, way, way.input, key);
    expect(first).toMatchObject({ http: 200, replayed: null });
    const after = contentsOf(installation);
    effect = effectOf(before);
    expect(effect).toMatchObject({ idempotency: 1, event: expect.any(Number) });

    expect(await make(name, way, way.input, key)).toEqual({ ...first, replayed: 'true' });
    const reused = await make(name, way, way.other, key);
    expect(reused).toMatchObject({ http: 422, body: { status: 422 }, replayed: null });
    for (const bad of ['two words', 'caf\u00e9', 'x'.repeat(256)]) {
      expect([bad, (await make(name, way, way.input, bad)).http]).toEqual([bad, 400]);
    }
    if (kind !== 'filed') {
      const request = await make(name, way, way.input);
      expect(request).toMatchObject({ http: 409, body: { message: expect.stringContaining('Idempotency-Key') } });
    }
    expect(contentsOf(installation)).toEqual(after);

    // A deliberate repetition needs a new key. Actions without money need no key, since their state prevents repetition.
    const again = await make(name, way, way.input, kind !== 'filed' ? randomUUID() : undefined);
    expect([again.replayed, statusOf(again)]).toEqual([null, AGAIN[name] ?? 200]);
  });

  test('ten simultaneous requests count once', async () => {
    const way = (await WAYS[name]()) as Way<never>;
    const before = contentsOf(installation);
    const key = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => make(name, way, way.input, key)));
    expect(new Set(all.map(({ http, body }) => JSON.stringify([http, body]))).size).toBe(1);
    expect(all.filter(({ replayed }) => replayed === 'true')).toHaveLength(9);
    expect(effectOf(before)).toEqual(effect);
  });
});

test('an identity check with its file, sent again with their key, is one submission and one file', async () => {
  const { client } = await unusedInvestor();
  const before = contentsOf(installation);
  const all = await Promise.all(Array.from({ length: 4 }, () => submitDocuments(client, {}, 'papers')));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(gained(before, contentsOf(installation))).toMatchObject({ kyc: 1, file: 1, idempotency: 1 });
  const other = await submitDocuments(client, { firstName: 'Iris' }, 'papers');
  expect(other.status).toBe(422);
});

test('a key belongs to its sender', async () => {
  const input = CALLS.sendproof.example;
  const ids = new Set<string>();
  for (const { client } of [await rich(), await rich()]) {
    ids.add((await succeed(client, 'sendproof', input, 'shared')).id);
  }
  expect(ids.size).toBe(2);
});
