/** Sessions altered by a person who can write the database but does not know the secrets. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrator, session, twoFactor } from '#drizzle/schema';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { signIn } from '~/features/people/auth/signIn/signIn.server';
import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { confirmPerson } from '~/features/people/twofactor/confirmAdministrator.server';
import { audit } from '~/ledger/proof/audit.server';
import { MINUTE } from '~/platform/clock';
import { describeUnavailability, read, write } from '~/platform/db/index.server';
import { hashSecret, newSecret } from '~/platform/ids';
import {
  confirmSession,
  findInvestorByTokenHash,
  findSessionAdministrator,
  findSessionInvestor,
  isConfirmed,
  signInsOf,
  startSession,
} from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { ownerOf, turnOn } from '../../support/people/secondFactor';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();

const HERE = { address: '192.0.2.1', userAgent: null };
const PASSWORD = 'correct horse battery';
const openSession = async (subjectId: string, kind: 'investor' | 'admin' | 'api', forAdmin = kind === 'admin') =>
  (await write((tx) => startSession(tx, { kind, subjectId, forAdmin }))).secret;
const outcome = (work: Promise<unknown>) => work.catch((error: Error) => error.name);

describe('a sign-in', () => {
  test('that was inserted by hand is invalid', async () => {
    const [victim, own, admin] = [await makeUser(), await makeUser(), await makeAdmin()];
    const known = hashSecret(await openSession(own.id, 'investor'));
    const secret = newSecret();
    for (const [kind, subject, forAdmin] of [
      ['investor', victim.id, false],
      ['api', victim.id, false],
      ['admin', admin.id, true],
      ['api', admin.id, true],
    ] as const) {
      const columns = 'last_seen_at, idle_ms, expires_at, confirmed_at, user_agent, address, mac, created_at';
      await behindTheBack(
        `delete from session where token_hash = '${hashSecret(secret)}'`,
        `insert into session (token_hash, kind, subject_id, for_admin, ${columns})
         select '${hashSecret(secret)}', '${kind}', '${subject}', ${forAdmin}, ${columns} from session where token_hash = '${known}'`,
      );
      expect(kind === 'admin' || forAdmin ? null : await findSessionInvestor(secret, kind)).toBeNull();
      expect(kind === 'investor' ? null : await findSessionAdministrator(secret, kind)).toBeNull();
      expect(await findInvestorByTokenHash(hashSecret(secret))).toBeNull();
      expect(await signInsOf(subject)).toEqual([]);
    }
  });

  // The expiry is changed to a later time, first while the session is valid and then after its end.
  test.each([
    ['last_seen_at', 31],
    ['idle_ms', 31],
    ['expires_at', 12 * 60],
  ] as const)('whose %s was moved later does not last longer', async (column, minutes) => {
    const user = await makeUser();
    const secrets = [await openSession(user.id, 'investor'), await openSession(user.id, 'api')] as const;
    const later = (ms: number) => behindTheBack(`update session set ${column} = ${column} + ${ms}`);
    await later(1);
    expect([await findSessionInvestor(secrets[0], 'investor'), await findSessionInvestor(secrets[1], 'api')]).toEqual([
      null,
      null,
    ]);
    await later(-1);
    expect(await findSessionInvestor(secrets[0], 'investor')).not.toBeNull();
    clock.advance(minutes * MINUTE);
    await later(minutes * MINUTE);
    expect(await findInvestorByTokenHash(hashSecret(secrets[0]))).toBeNull();
    expect([await findSessionInvestor(secrets[0], 'investor'), await findSessionInvestor(secrets[1], 'api')]).toEqual([
      null,
      null,
    ]);
    expect(await signInsOf(user.id)).toEqual([]);
  });

  test.each(['kind', 'subject_id', 'for_admin', 'created_at', 'mac', 'token_hash'])(
    'whose %s was altered ends',
    async (column) => {
      const [user, admin] = [await makeUser(), await makeAdmin()];
      const secret = await openSession(user.id, 'api');
      expect((await findSessionInvestor(secret, 'api'))?.user.id).toBe(user.id);
      const other = newSecret();
      const values: Record<string, string> = {
        kind: `'investor'`,
        subject_id: `'${admin.id}'`,
        for_admin: 'true',
        created_at: 'created_at + 1',
        mac: "''",
        token_hash: `'${hashSecret(other)}'`,
      };
      await behindTheBack(`update session set ${column} = ${values[column]}`);
      for (const each of [secret, other]) {
        for (const kind of ['api', 'investor'] as const) expect(await findSessionInvestor(each, kind)).toBeNull();
        expect(await findSessionAdministrator(each, 'api')).toBeNull();
      }
    },
  );

  test('stays valid through requests and confirmations, and under a previous secret', async () => {
    const admin = await makeAdmin();
    const secret = await openSession(admin.id, 'admin');
    clock.advance(5 * MINUTE);
    expect((await findSessionAdministrator(secret, 'admin'))?.administrator.id).toBe(admin.id);
    clock.advance(5 * MINUTE);
    expect((await findSessionAdministrator(secret, 'admin'))?.administrator.id).toBe(admin.id);
    expect(await read().select().from(session)).toHaveLength(1);
  });
});

describe('the confirmation of a session', () => {
  test.each([
    ['made newer', 'confirmed_at = confirmed_at + 240000', 6],
    ['set without its MAC', 'confirmed_mac = null', 1],
    ['of another session', `confirmed_mac = (select confirmed_mac from session where kind = 'admin' limit 1)`, 1],
  ])('%s confirms nothing', async (_, set, minutes) => {
    const [user, admin] = [await makeUser(), await makeAdmin()];
    const [hash, other] = [await openSession(user.id, 'investor'), await openSession(admin.id, 'admin')].map(
      hashSecret,
    );
    for (const each of [hash, other]) await write((tx) => confirmSession(tx, each as string));
    expect(await isConfirmed(read(), hash as string)).toBe(true);
    await behindTheBack(`update session set ${set} where token_hash = '${hash}'`);
    clock.advance(minutes * MINUTE);
    expect(await isConfirmed(read(), hash as string)).toBe(false);
  });

  test('is required of a person whose second factor was removed', async () => {
    const user = await makeUser();
    await turnOn(ownerOf(user));
    const at = {
      subjectId: user.id,
      sessionHash: hashSecret(await openSession(user.id, 'investor')),
      address: HERE.address,
    };
    expect(await confirmPerson(at)).toMatchObject({ ok: false });
    await behindTheBack(`delete from two_factor where subject_id = '${user.id}'`);
    expect(await outcome(confirmPerson(at))).toBe('AlteredRowError');
  });
});

describe('a person', () => {
  const password = () => hashPassword(PASSWORD);

  test('inserted as an administrator does not sign in, and the audit names them', async () => {
    const hash = await password();
    await behindTheBack(
      `insert into administrator (id, name, email, role, password_hash, created_at)
       values ('eve', 'Eve', 'eve@example.com', 'superadmin', '${hash}', 1)`,
    );
    const tried = signInAdministrator({ email: 'eve@example.com', password: PASSWORD }, HERE);
    const error = await tried.catch((thrown: unknown) => thrown);
    expect(describeUnavailability(error)).toEqual({ message: expect.stringContaining('trying again does not help') });
    expect(await read().select().from(session)).toEqual([]);
    expect((await audit()).findings.map(({ row }) => row)).toContain('administrator eve');
  });

  test.each(['investor', 'admin'] as const)('whose password was replaced does not sign in: %s', async (kind) => {
    const hash = await password();
    const person = kind === 'admin' ? await makeAdmin() : await makeUser();
    await behindTheBack(
      `update "${kind === 'admin' ? 'administrator' : 'user'}" set password_hash = '${hash}' where id = '${person.id}'`,
    );
    const credentials = { email: person.email, password: PASSWORD, rememberme: false };
    expect(await outcome(kind === 'admin' ? signInAdministrator(credentials, HERE) : signIn(credentials, HERE))).toBe(
      'AlteredRowError',
    );
    expect(await read().select().from(session)).toEqual([]);
  });

  test('whose second factor was removed or created by others does not sign in', async () => {
    const user = await makeUser({ passwordHash: await password() });
    const credentials = { email: user.email, password: PASSWORD, rememberme: false };
    expect(await signIn(credentials, HERE)).toMatchObject({ ok: true });
    await turnOn(ownerOf(user));
    await behindTheBack(`delete from two_factor where subject_id = '${user.id}'`);
    expect(await outcome(signIn(credentials, HERE))).toBe('AlteredRowError');
    const admin = await makeAdmin();
    await behindTheBack(
      `insert into two_factor (subject_id, secret, enabled_at, last_step, created_at) values ('${admin.id}', 'x', 1, 0, 1)`,
    );
    expect(await outcome(openSession(admin.id, 'admin'))).toBe('AlteredRowError');
    expect(await read().select().from(twoFactor)).toHaveLength(1);
  });

  test('altered while signed in as an administrator can no longer act', async () => {
    const admin = await makeAdmin();
    const secret = await openSession(admin.id, 'admin');
    await behindTheBack(`update administrator set email = 'eve@example.com' where id = '${admin.id}'`);
    expect(await findSessionAdministrator(secret, 'admin')).toBeNull();
    await behindTheBack(`update administrator set email = '${admin.email}' where id = '${admin.id}'`);
    expect((await findSessionAdministrator(secret, 'admin'))?.administrator.id).toBe(admin.id);
    const [row] = await read().select().from(administrator).where(eq(administrator.id, admin.id));
    expect(row?.email).toBe(admin.email);
  });
});
