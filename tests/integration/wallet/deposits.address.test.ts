import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deposit, depositAddressShown, depositMethod, event, mail, notification } from '#drizzle/schema';
import { changeEntry } from '~/features/backoffice/catalogue/changeEntry.server';
import {
  backfillShownAddresses,
  notifyBatchOfAddressChanges,
  recordShownAddress,
} from '~/features/money/wallet/deposits/depositAddress.server';
import { audit } from '~/ledger/proof/audit.server';
import { DAY, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { behindTheBack } from '../ledger/ledger.fixtures';

/* Users are notified when a deposit address that they know becomes invalid. */
useDatabase();

let admin: ReturnType<typeof createAdminActor>;
let first: string;
beforeEach(async () => {
  admin = createAdminActor((await makeAdmin()).id);
  first = (await methodOf('BTC')).address;
});

async function methodOf(code: string) {
  const [found] = await read().select().from(depositMethod).where(eq(depositMethod.code, code));
  if (!found) throw new Error(code);
  return found;
}
const sees = async (user: User, code = 'BTC') => recordShownAddress(user.id, await methodOf(code));
const change = async (address: string, code = 'BTC') =>
  expect((await write((tx) => changeEntry(tx, admin, 'deposit-method', code, { address }))).ok).toBe(true);
const announces = (user: User, method = 'BTC') =>
  write((tx) =>
    tx
      .insert(deposit)
      .values({ id: newId(), userId: user.id, method, amount: 100_00n, status: 'pending', createdAt: now() }),
  );
async function notifyAll(): Promise<void> {
  while (await notifyBatchOfAddressChanges());
}
const readMails = async () => {
  const sent = await read().select().from(mail).where(eq(mail.kind, 'deposit-address'));
  return sent.map(({ recipient, text }) => `${recipient} ${/ends in (\S+)/.exec(text)?.[1]}`).sort();
};
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser()));

test('who was shown it, or announced a deposit to it, gets a mail and a notification that name its end, and no one else', async () => {
  const [saw, used, other, elsewhere] = (await people(4)) as [User, User, User, User];
  await sees(saw);
  await announces(used);
  await sees(elsewhere, 'ETH');
  await announces(elsewhere, 'ETH');
  await change('PAPER-another-address');
  await notifyAll();
  const end = first.slice(-6);
  expect(await readMails()).toEqual([saw, used].map(({ email }) => `${email} ${end}`).sort());
  const notices = await read().select().from(notification);
  expect(notices.map(({ userId }) => userId).sort()).toEqual([saw.id, used.id].sort());
  for (const { text } of notices) expect(text).toContain(end);
  const [sent] = await read().select().from(mail).where(eq(mail.kind, 'deposit-address'));
  // The mail contains neither the whole old address nor the new one.
  expect(sent?.text).not.toContain(first);
  expect(sent?.text).not.toContain('PAPER-another-address');
  expect(other.email).not.toBe(saw.email);
  expect((await audit()).findings).toEqual([]);
});

test('events decide nothing: without them the same people are notified', async () => {
  const [saw, other] = (await people(2)) as [User, User];
  await sees(saw);
  const [shown] = await read().select().from(event).where(eq(event.event, 'show'));
  await behindTheBack(
    `update event set user_id = '${other.id}' where id = '${shown?.id}'`,
    `delete from event where event = 'change'`,
  );
  await change('PAPER-another-address');
  await behindTheBack(`update event set event = 'told' where event = 'change'`);
  await notifyAll();
  expect(await readMails()).toEqual([`${saw.email} ${first.slice(-6)}`]);
});

test('who was shown an address by version 1.0.0, which stored it in events only, is notified too', async () => {
  const [saw] = (await people(1)) as [User];
  await sees(saw);
  await write((tx) => tx.delete(depositAddressShown));
  await backfillShownAddresses();
  await backfillShownAddresses();
  await change('PAPER-another-address');
  await notifyAll();
  expect(await readMails()).toEqual([`${saw.email} ${first.slice(-6)}`]);
  expect((await audit()).findings).toEqual([]);
});

test('each is notified once, however often the job runs, and each change goes to those who knew the old value', async () => {
  const [early, late] = (await people(2)) as [User, User];
  await sees(early);
  await announces(early);
  await change('PAPER-second-address');
  await notifyAll();
  clock.advance(DAY);
  await sees(late);
  await sees(late);
  await change('PAPER-third-one');
  await notifyAll();
  await notifyAll();
  expect(await readMails()).toEqual([`${early.email} ${first.slice(-6)}`, `${late.email} ddress`].sort());
  const shown = await read().select().from(event).where(eq(event.event, 'show'));
  expect(shown).toHaveLength(2);
});

test('a change of the name or the minimum notifies no one, nor does the first address of a method that had none', async () => {
  const [user] = (await people(1)) as [User];
  await sees(user);
  await write((tx) => changeEntry(tx, admin, 'deposit-method', 'BTC', { name: 'Bitcoin, new', minimum: 20_00n }));
  await notifyAll();
  expect(await readMails()).toEqual([]);
});

test('more people than one batch holds are all notified', async () => {
  const all = await people(120);
  for (const user of all) await sees(user);
  await change('PAPER-another-address');
  expect(await notifyBatchOfAddressChanges()).toBe(true);
  expect(await readMails()).toHaveLength(100);
  await notifyAll();
  expect(await readMails()).toHaveLength(120);
});
