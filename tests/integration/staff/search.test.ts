import { desc, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  administrator,
  approval,
  copy,
  deposit,
  event,
  investment,
  kyc,
  supportMessage,
  supportThread,
  trade,
  trader,
  transfer,
  user,
  withdrawal,
} from '#drizzle/schema';
import { loadAuditPage } from '~/features/backoffice/auditLog/logs.server';
import { SEARCH_KINDS } from '~/features/backoffice/search/kinds.server';
import { search } from '~/features/backoffice/search/search.server';
import { rejectDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { formatPlainUsd } from '~/ledger/money';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import { hasRight, ROLE_NAMES } from '~/signIns/rights';
import { shortId } from '~/ui/Text';
import { useDatabase } from '../../support/database';
import { keepFullBooks } from '../../support/demonstration/fullBooks';
import { onBothEngines } from '../../support/onBothEngines';
import { makeAdmin, makeUser } from '../../support/people/people';
import { aDeposit } from '../../support/people/staffActs';

useDatabase();

const superadmin = { role: 'superadmin' } as const;
const foundBy = async (input: string) =>
  new Map((await search(superadmin, input))?.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]));

/** Row of each kind, with its search terms. */
async function examples(): Promise<Record<string, { id: string; by: string[] }>> {
  const one = async <T>(rows: PromiseLike<T[]>): Promise<T> => {
    const [first] = await rows;
    if (!first) throw new Error('The books have none.');
    return first;
  };
  const ann = await one(read().select().from(user).where(isNotNull(user.referrerId)));
  const input = await one(read().select().from(deposit));
  const paid = await one(read().select().from(withdrawal).where(isNotNull(withdrawal.reference)));
  const moved = await one(read().select().from(transfer));
  const plan = await one(read().select().from(investment));
  const copied = await one(read().select().from(copy));
  const documents = await one(read().select().from(kyc));
  const request = await one(read().select().from(supportThread));
  const message = await one(read().select().from(supportMessage).where(eq(supportMessage.threadId, request.id)));
  const leader = await one(read().select().from(trader));
  const entered = await one(read().select().from(trade));
  const second = await one(read().select().from(approval));
  const ada = await one(read().select().from(administrator));
  const happened = await one(read().select().from(event));
  return {
    users: { id: ann.id, by: [ann.id, `${ann.lastName} ${ann.firstName}`, ann.email.toUpperCase()] },
    deposits: {
      id: input.id,
      by: [
        input.id,
        formatPlainUsd(input.amount),
        `$${formatPlainUsd(input.amount)}`,
        input.id.slice(0, 13),
        shortId(input.id),
      ],
    },
    withdrawals: {
      id: paid.id,
      by: [
        paid.id,
        formatPlainUsd(paid.amount),
        paid.wallet.toLowerCase(),
        ` ${(paid.reference ?? '').toUpperCase()}`,
        shortId(paid.wallet),
        shortId(paid.reference ?? ''),
      ],
    },
    movements: { id: moved.id, by: [moved.id, moved.journalId, formatPlainUsd(moved.amount)] },
    plans: { id: plan.id, by: [plan.id, formatPlainUsd(plan.principal)] },
    copies: { id: copied.id, by: [copied.id] },
    papers: { id: documents.id, by: [documents.id, `${documents.lastName} ${documents.firstName}`, documents.address] },
    support: { id: request.id, by: [request.id, request.subject, message.text.split(' ').slice(0, 3).join(' ')] },
    traders: { id: leader.id, by: [leader.id, `${leader.lastName} ${leader.firstName}`] },
    trades: { id: entered.id, by: [entered.id, formatPlainUsd(entered.amount)] },
    approvals: { id: second.id, by: [second.id] },
    staff: { id: ada.id, by: [ada.id, ada.name, ada.email] },
    events: { id: happened.id, by: [happened.id, happened.thingId] },
  };
}

test('a deposit is found by the words of the reason of its rejection', async () => {
  const { id: owner } = await makeUser();
  const id = await aDeposit(owner);
  const { id: adminId } = await makeAdmin();
  await write((tx) => rejectDeposit(tx, createAdminActor(adminId), id, 'The transfer never reached us'));
  expect((await foundBy('never transfer')).get('deposits')).toEqual([id]);
});

test('each kind of entity is found by all its terms, by those who may read it', async () => {
  await keepFullBooks();
  const known = await examples();
  expect(Object.keys(known).sort()).toEqual(Object.keys(SEARCH_KINDS).sort());
  for (const [kind, { id, by }] of Object.entries(known)) {
    for (const entered of by)
      expect([kind, entered, (await foundBy(entered)).get(kind) ?? []]).toEqual([
        kind,
        entered,
        expect.arrayContaining([id]),
      ]);
    for (const role of ROLE_NAMES) {
      const kinds = (await search({ role }, id))?.map((found) => found.kind) ?? [];
      expect([role, kind, kinds.includes(kind)]).toEqual([
        role,
        kind,
        hasRight({ role }, SEARCH_KINDS[kind]?.right ?? 'everyone'),
      ]);
    }
  }
  const titleOf = async (kind: string) => {
    const found = await search(superadmin, known[kind]?.id ?? '');
    return found?.find((each) => each.kind === kind)?.hits[0]?.title;
  };
  expect(await titleOf('plans')).toMatch(/^\w+ plan$/);
  expect(await titleOf('withdrawals')).toMatch(/^Withdrawal by [^-]+$/);
  expect(await search(superadmin, '  ')).toBeNull();
  expect(await search(superadmin, '%')).toEqual([]);
  expect(await search(superadmin, 'nobody of this name')).toEqual([]);

  // The audit log, by the entity of an event.
  const input = await read().select().from(deposit);
  const log = async (query: Record<string, string>) => (await loadAuditPage(new URLSearchParams(query))).rows;
  const byAmount = await log({ amount: formatPlainUsd(input[0]?.amount ?? 0n), thing: 'deposit' });
  expect(byAmount.map(({ thingId }) => thingId)).toContain(input[0]?.id);
  expect(await log({ amount: '123456.78' })).toEqual([]);
  const ann = known.users;
  const byName = await log({ user: ann?.by[1] ?? '', thing: 'deposit', event: 'approve' });
  expect(byName.length).toBeGreaterThan(0);
  expect(byName.every(({ userId, event }) => userId === ann?.id && event === 'approve')).toBe(true);
});

onBothEngines('folding of case and accents', () => {
  const NAMES: [stored: string, ...typed: string[]][] = [
    ['İlker Işık', 'ilker', 'ILKER', 'ışık', 'isik', 'IŞIK', 'ilker  isik'],
    ['Sérgio Conceição', 'sergio', 'SÉRGIO', 'conceicao', 'Se\u0301rgio'],
    ['Jose\u0301 Nun\u0303ez', 'josé', 'nuñez', 'nunez'],
    ['Nguyễn Thị', 'nguyen thi', 'NGUYỄN'],
    ['Łukasz Żółć', 'lukasz', 'ŁUKASZ', 'zolc'],
    ['Bjørn Ægir', 'bjorn', 'BJØRN', 'aegir', 'æGIR'],
    ['Weiß Groẞ', 'weiss', 'WEISS', 'weiß', 'gross'],
    ['Ёлкина Анна', 'елкина', 'ЁЛКИНА', 'анна', 'АННА'],
    ['Αλέξανδρος Παππάς', 'αλεξανδροσ', 'ΑΛΈΞΑΝΔΡΟΣ', 'παππας', 'ΠΑΠΠΑΣ'],
    ['Հայկ Պետրոսյան', 'ՀԱՅԿ', 'պետրոսյան'],
    ['أحمد مُحَمَّد', 'احمد', 'محمد'],
    ['Ｙａｍａｄａ\u3000太郎', 'yamada', '太郎 yamada'],
    ['می\u200cخواهم Ann\u00a0Lee', 'میخواهم', 'lee ann'],
    ['100% A_B', 'a_b', '0% a'],
  ];

  test('finds a name in any language, and no other', async () => {
    const ids = new Map<string, string>();
    for (const [stored] of NAMES)
      ids.set(stored, (await makeUser({ firstName: stored, lastName: '', email: `u${ids.size}@xn--mller-kva.de` })).id);
    for (const [stored, ...entered] of NAMES) {
      for (const words of [stored, ...entered])
        expect([words, (await foundBy(words)).get('users')]).toEqual([words, [ids.get(stored)]]);
    }
    expect((await foundBy('u3@müller.de')).get('users')).toEqual([ids.get('Nguyễn Thị')]);
  });
});

test('with a selected user, the user’s entities are found, as far as the role may see them', async () => {
  await keepFullBooks();
  const [copied] = await read().select().from(copy);
  const [owner] = await read()
    .select()
    .from(user)
    .where(eq(user.id, copied?.userId ?? ''));
  const ofOthers = async (table: typeof deposit | typeof copy) => {
    const rows = await read()
      .select({ id: table.id })
      .from(table)
      .where(eq(table.userId, owner?.id ?? ''))
      .orderBy(desc(table.id))
      .limit(6);
    return rows.map(({ id }) => id);
  };
  expect((await foundBy(`${owner?.firstName} ${owner?.lastName}`)).get('copies')).toContain(copied?.id);
  for (const entered of [owner?.email ?? '', owner?.id ?? '']) {
    const found = await foundBy(entered);
    expect([entered, found.get('users')]).toEqual([entered, [owner?.id]]);
    expect([entered, found.get('deposits')]).toEqual([entered, await ofOthers(deposit)]);
    expect([entered, found.get('copies')]).toEqual([entered, await ofOthers(copy)]);
  }
  for (const role of ROLE_NAMES) {
    const kinds = (await search({ role }, owner?.email ?? ''))?.map(({ kind }) => kind) ?? [];
    expect([role, kinds.filter((kind) => !hasRight({ role }, SEARCH_KINDS[kind]?.right ?? 'everyone'))]).toEqual([
      role,
      [],
    ]);
  }
});

test('of a kind with many the first are shown beside other kinds, and more in a search of that kind only', async () => {
  for (let at = 0; at < 7; at++) await makeAdmin({ name: `Bea Manifold ${at}` });
  const shown = (found: Awaited<ReturnType<typeof search>>) =>
    found?.map(({ kind, hits, more }) => [kind, hits.length, more]);
  expect(shown(await search(superadmin, 'Manifold'))).toEqual([['staff', 6, true]]);
  expect(shown(await search(superadmin, 'Manifold', 'staff'))).toEqual([['staff', 7, false]]);
  expect(await search(superadmin, 'Manifold', 'users')).toEqual([]);
});
