import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { administrator, file as fileTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { DatabaseUnavailableError } from '~/platform/db/errors';
import { read, write } from '~/platform/db/index.server';
import { AlteredRowError } from '~/platform/db/sealed/versions.server';
import { hashSecret } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { done, refuse } from '~/platform/result';
import type { Administrator, User } from '~/signIns/session.server';
import { answerUnknownCall, apiRoute, type ConfirmCall, type Handler } from '~/web/guard/api.server';
import { type Call, fileField } from '~/web/guard/call';
import { useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { formOf, pictureFile } from '../../support/pages/files';
import { answerOf, requestContext, secretOf } from '../../support/pages/guarded';
import { makeAdmin, makeUser } from '../../support/people/people';
import { ownerOf, turnOn } from '../../support/people/secondFactor';

/* Guards of every JSON call, with handlers that return their input. */
useDatabase();

const AT = 'http://mirrorbook.test/api/try';
const aCall = (input: Partial<Call> = {}): Call => ({
  name: 'try',
  about: 'Tries',
  method: 'POST',
  who: 'anyone',
  input: z.looseObject({}),
  output: z.unknown(),
  failure: 'number',
  example: {},
  ...input,
});

const echo: Handler<Call> = async ({ input }) => done({ input });

const sent = (body: unknown, headers: Record<string, string> = {}) =>
  new Request(AT, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

type More = Parameters<typeof answerOf>[2] & { confirm?: ConfirmCall };

/** Answer of a call: its HTTP status, its headers and its body. */
async function called(call: Partial<Call>, handler: Handler<Call>, request: Request, more: More = {}) {
  const { status, headers, text } = await answerOf(apiRoute(aCall(call), handler, more.confirm), request, more);
  return { status, headers, body: text === '' ? null : JSON.parse(text) };
}

let user: User;
let ada: Administrator;
beforeEach(async () => {
  [user, ada] = [await makeUser(), await makeAdmin()];
});

describe('a call', () => {
  test('uses its own method', async () => {
    const reading = { method: 'GET' } as const;
    const head = await called(reading, echo, new Request(AT, { method: 'HEAD' }));
    expect(head.status).toBe(200);
    const posted = await called(reading, echo, sent({}));
    expect([posted.status, posted.headers.get('Allow'), posted.body.status]).toEqual([405, 'GET, HEAD', 405]);
    const got = await called({}, echo, new Request(AT));
    expect([got.status, got.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test('is answered in JSON that is not cached, or, if it is the same for all, revalidated each time', async () => {
    const own = await called({}, echo, sent({ a: 'é' }));
    expect(own.body).toEqual({ input: { a: 'é' } });
    const header = (name: string) => own.headers.get(name);
    expect([header('Content-Type'), header('Content-Length'), header('Cache-Control'), header('Vary')]).toEqual([
      'application/json',
      String(Buffer.byteLength(JSON.stringify(own.body))),
      'no-store',
      null,
    ]);
    const shared = await called({ shared: true }, echo, sent({}));
    expect([shared.headers.get('Cache-Control'), shared.headers.get('Vary')]).toEqual(['public, no-cache', 'Origin']);
    const refused = await called({ shared: true }, async () => refuse('no', 'No'), sent({}));
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
  });

  test('that waits for a second administrator is 202', async () => {
    const answer = (status: string) => called({}, async () => done({ status }), sent({}));
    expect([(await answer('pending')).status, (await answer('ok')).status]).toEqual([202, 200]);
    expect((await called({}, async () => done([]), sent({}))).status).toBe(200);
  });

  test('is answered without the web’s streams where the server can', async () => {
    const bodies: string[] = [];
    const context = requestContext({ sendWhole: (body: Buffer) => bodies.push(body.toString()) });
    const sentMails = await called({}, echo, sent({ a: 1 }), { context });
    expect([sentMails.status, sentMails.body, bodies]).toEqual([200, null, ['{"input":{"a":1}}']]);
    const later = { ok: false as const, error: { code: 'throttled', message: 'No', retryAfter: 7 } };
    const refused = await called({}, async () => later, sent({}), { context });
    expect([refused.status, refused.headers.get('Retry-After'), refused.body]).toEqual([429, '7', null]);
  });

  test('that fails says so, and is logged; one that could not reach the records says when to retry', async () => {
    const logged = vi.spyOn(log(), 'error');
    const words = () =>
      logged.mock.calls.splice(0).map(([fields, text]) => {
        expect(fields).toEqual({ requestId: 'request-1', err: expect.any(Error) });
        return text;
      });
    const failing = async (thrown: unknown) => {
      const handler = async () => {
        throw thrown;
      };
      const { status, headers, body } = await called({}, handler, sent({}));
      return [status, headers.get('Retry-After'), body.message];
    };
    expect(await failing(new Error('broken'))).toEqual([500, null, 'internal server error']);
    expect(words()).toEqual(['request failed']);
    expect(await failing(new DatabaseUnavailableError('busy'))).toEqual([503, '10', expect.stringContaining('reach')]);
    expect(words()).toEqual([]);
    const altered = [503, null, expect.stringContaining('was altered outside the product')];
    expect(await failing(new AlteredRowError('user', '1'))).toEqual(altered);
    expect(words()).toEqual(['a row was altered']);
  });

  test('that is refused has its reason, its field, the time to retry and further details', async () => {
    const outcomes: string[] = [];
    const context = () => requestContext({ setOutcome: (status: string) => outcomes.push(status) });
    const refusing = (call: Partial<Call>, error: object) =>
      called(call, async () => ({ ok: false, error: { code: 'no', message: 'No', ...error } }), sent({ a: 1 }), {
        context: context(),
      });
    const plain = await refusing({}, {});
    expect([plain.status, plain.body]).toEqual([200, { status: 400, message: 'No' }]);
    const busy = await refusing({}, { code: 'throttled', field: 'a', retryAfter: 7, more: { left: 1 } });
    expect([busy.status, busy.headers.get('Retry-After')]).toEqual([429, '7']);
    expect(busy.body).toEqual({ status: 429, message: 'No', field: 'a', left: 1 });
    const refused = {
      fields: z.object({}),
      values: ({ message, sent: was, user: who }: { message: string; sent: object; user?: unknown }) => ({
        summary: [message, was, who ?? null],
      }),
    };
    const more = await refusing({ refused, failure: 'error' }, { more: { left: 1 } });
    expect(more.body).toEqual({ status: 'error', message: 'No', left: 1, summary: ['No', { a: 1 }, null] });
    await refusing({ failure: 'error', statuses: { later: 503 }, usesHttpStatus: true }, { code: 'later' });
    await refusing({ failure: 'error' }, { code: 'throttled' });
    expect(outcomes).toEqual(['400', '429', 'error', '503', '429']);
    const good = await called({ refused }, echo, sent({}));
    expect(good.body).toEqual({ input: {} });
  });

  test('whose answer is not read is refused by its HTTP status', async () => {
    const statuses = { gone: 404, odd: 'error' } as const;
    const readState = async (code: string, more: Partial<Call> = {}) => {
      const { status, body } = await called({ statuses, ...more }, async () => refuse(code, 'No'), sent({}));
      return [status, body.status];
    };
    const unread = { usesHttpStatus: true } as const;
    expect([await readState('gone'), await readState('odd')]).toEqual([
      [200, 404],
      [200, 'error'],
    ]);
    expect([await readState('gone', unread), await readState('odd', unread), await readState('other', unread)]).toEqual(
      [
        [404, 404],
        [400, 'error'],
        [400, 400],
      ],
    );
  });

  test('is 404 if it does not exist', async () => {
    const request = new Request('http://mirrorbook.test/api/none');
    const answer = await answerOf(answerUnknownCall as never, request);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual({ status: 404, message: 'There is no such operation.' });
    expect([answerUnknownCall.guard, apiRoute(aCall(), echo).guard]).toEqual(['apiRoute', 'apiRoute']);
  });
});

describe('the caller', () => {
  /** Returns the caller that the handler got, or the refusal. */
  const whoIs = async (call: Partial<Call>, token: string | null) => {
    const handler = (async (input: { user?: User; administrator?: Administrator; sessionHash: string }) =>
      done({ id: input.user?.id ?? input.administrator?.id ?? 'anyone', hash: input.sessionHash })) as never;
    const headers: Record<string, string> = token === null ? {} : { 'x-access-token': token };
    const { status, body } = await called(call, handler, sent({}, headers));
    return status === 200 ? body : [status, body.message];
  };
  const investors = { who: 'investor' } as const;
  const administrators = { who: 'administrator', right: 'users:help' } as const;
  const unknown = [401, 'Send a valid token in the header x-access-token.'];
  const otherKind = [403, 'This call is not for your kind of token.'];

  test('is ignored by a call that is open to all', async () => {
    expect(await whoIs({}, null)).toEqual({ id: 'anyone', hash: hashSecret('') });
    expect(await whoIs({}, 'made up')).toEqual({ id: 'anyone', hash: hashSecret('made up') });
  });

  test('is identified by a token, and each kind of call requires its own', async () => {
    const own = await secretOf('api', user.id);
    const staff = await secretOf('api', ada.id, true);
    expect(await whoIs(investors, own)).toEqual({ id: user.id, hash: hashSecret(own) });
    expect(await whoIs(administrators, staff)).toEqual({ id: ada.id, hash: hashSecret(staff) });
    for (const call of [investors, administrators]) {
      for (const token of [null, 'made up', await secretOf('investor', user.id)]) {
        expect(await whoIs(call, token)).toEqual(unknown);
      }
    }
    expect([await whoIs(investors, staff), await whoIs(administrators, own)]).toEqual([otherKind, otherKind]);
  });

  test('has a verified address, and in live mode is unknown before', async () => {
    const { id } = await makeUser({ emailVerifiedAt: null });
    const token = await secretOf('api', id);
    expect(await whoIs(investors, token)).toEqual([401, 'Error! Email not verified']);
    expect(await whoIs(administrators, token)).toEqual(otherKind);
    testEnv(LIVE);
    const [early, verified] = [await secretOf('api', id), await secretOf('api', user.id)];
    expect(await whoIs(investors, early)).toEqual(unknown);
    expect(await whoIs(administrators, early)).toEqual(unknown);
    expect(await whoIs(investors, verified)).toMatchObject({ id: user.id });
  });

  test('needs the right of the call, by their role', async () => {
    const auditor = await makeAdmin({ role: 'auditor' });
    const token = await secretOf('api', auditor.id, true);
    const words = expect.stringContaining('Your role, auditor, doesn’t let you');
    expect(await whoIs(administrators, token)).toEqual([403, words]);
    expect(await whoIs({ ...administrators, right: 'users:read' }, token)).toMatchObject({ id: auditor.id });
    const none = { who: 'administrator' } as const;
    expect(await whoIs(none, await secretOf('api', ada.id, true))).toEqual([403, 'No role may make this call.']);
  });

  test('needs a second factor where money is real, and changes nothing for a day after a mailed reset', async () => {
    testEnv(LIVE);
    const token = () => secretOf('api', ada.id, true);
    const first = [403, expect.stringContaining('turn on two-factor authentication')];
    expect(await whoIs(administrators, await token())).toEqual(first);
    await turnOn(ownerOf(ada, 'admin'));
    expect(await whoIs(administrators, await token())).toMatchObject({ id: ada.id });
    await write((tx) => tx.update(administrator).set({ passwordResetAt: now() }).where(eq(administrator.id, ada.id)));
    const held = [403, expect.stringContaining('reset with a mailed link')];
    expect(await whoIs(administrators, await token())).toEqual(held);
    expect(await whoIs({ ...administrators, right: 'users:read' }, await token())).toMatchObject({ id: ada.id });
  });

  test('is in the details of a refusal of theirs', async () => {
    const values = ({ user: who }: { user?: { email: string } }) => ({ who: who?.email ?? 'unknown' });
    const call = { ...investors, refused: { fields: z.object({}), values } };
    const headers = { 'x-access-token': await secretOf('api', user.id) };
    const sentMails = await called(call, async () => refuse('no', 'No'), sent({}, headers));
    expect(sentMails.body).toMatchObject({ who: user.email });
  });
});

describe('the input', () => {
  const message = async (request: Request, call: Partial<Call> = {}) => {
    const { status, body } = await called(call, echo, request);
    return [status, body.field ?? null, body.message ?? body.input];
  };

  test('is validated with the schema of the call, each error with its field', async () => {
    const input = z.object({
      name: z.string().min(3, 'too short').regex(/^\d+$/, 'no number'),
      age: z.number('no age'),
    });
    const { body } = await called({ input }, echo, sent({ name: 'x' }));
    expect(body).toEqual({
      status: 400,
      message: 'too short',
      field: 'name',
      errors: { name: ['too short', 'no number'], age: ['no age'] },
    });
    const adapt = ({ alter: age, ...rest }: Record<string, unknown>) => ({ ...rest, age });
    const older = await called({ input, adapt }, echo, sent({ name: '123', alter: 5 }));
    expect(older.body).toEqual({ input: { name: '123', age: 5 } });
    const nested = z.object({ list: z.array(z.object({ id: z.string('no id') })) });
    expect((await called({ input: nested }, echo, sent({ list: [{}] }))).body.errors).toEqual({
      'list.0.id': ['no id'],
    });
  });

  test('is in the address of a call that only reads, each name once and without a zero byte', async () => {
    const call = { method: 'GET', path: 'try/{id}' } as const;
    const get = async (query: string, params: Record<string, string> = {}) => {
      const { body } = await called(call, echo, new Request(AT + query), { params });
      return body.input ?? [body.field, body.message];
    };
    expect(await get('?a=1', { id: '7' })).toEqual({ id: '7', a: '1' });
    expect(await get('')).toEqual({ id: '' });
    expect(await get('?a=1&a=1')).toEqual(['a', 'The field "a" is there more than once.']);
    expect(await get('?id=8', { id: '7' })).toEqual(['id', 'The field "id" is there more than once.']);
    expect(await get('?a=%00')).toEqual(['a', 'The field "a" holds a zero byte.']);
    expect(await get('?toString=1')).toEqual({ id: '', toString: '1' });
  });

  test('is JSON in UTF-8, not compressed', async () => {
    const entered = (type: string, call: Partial<Call> = {}) => message(sent({ a: 1 }, { 'Content-Type': type }), call);
    const wrong = [415, null, 'Send application/json in UTF-8.'];
    const right = [200, null, { a: 1 }];
    const charsets = (type: string, names: string[]) => names.map((name) => `${type}${name}`);
    const known = [
      ';charset=utf-8',
      ';  charset = utf-8',
      '; charset=UTF-8 ',
      ' ; charset="utf-8" ',
      ';charset=UTF8',
      ';charsetx=latin1',
    ];
    const unknown = [';charset=utf-8;charset=utf-8', ';charset=xutf-8', ';charset=utf-8x', '; charset=latin1'];
    for (const type of ['application/json', 'Application/JSON', ...charsets('application/json', known)]) {
      expect([type, await entered(type)]).toEqual([type, right]);
    }
    for (const type of [
      '',
      'text/plain',
      'xapplication/json',
      'application/jsonx',
      ...charsets('application/json', unknown),
    ]) {
      expect([type, await entered(type)]).toEqual([type, wrong]);
    }
    const plainText = { plainText: true } as const;
    for (const type of ['text/plain', 'TEXT/PLAIN', ...charsets('text/plain', known), 'application/json']) {
      expect([type, await entered(type, plainText)]).toEqual([type, right]);
    }
    for (const type of ['xtext/plain', 'text/plainx', ...charsets('text/plain', unknown)]) {
      expect([type, await entered(type, plainText)]).toEqual([type, wrong]);
    }
    expect(await message(sent({}, { 'Content-Encoding': 'gzip' }))).toMatchObject([415, null, /not compressed/]);
    const bytes = new Request(AT, {
      method: 'POST',
      body: new Uint8Array([0x22, 0xff, 0x22]),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(await message(bytes)).toEqual([400, null, 'The body is not UTF-8.']);
    expect(await message(sent('{"a":1,"a":2}'))).toEqual([400, 'a', expect.stringContaining('more than once')]);
    expect(await message(sent('{'))).toEqual([400, null, 'The body is not JSON.']);
  });

  describe('with a file', () => {
    const input = z.object({
      name: z.string('no name'),
      traderImage: fileField('trader', z.string('no file').nullish()),
    });
    const stored = async () => await read().select().from(fileTable);
    const form = (fields: Record<string, string | File>, call: Partial<Call> = { input }) =>
      called(call, echo, new Request(AT, { method: 'POST', body: formOf(fields) }));

    test('stores it for the caller, and passes its ID', async () => {
      const token = await secretOf('api', ada.id, true);
      const body = formOf({ name: 'x', traderImage: await pictureFile() });
      const headers = { 'x-access-token': token };
      const call = { input, who: 'administrator', right: 'users:help' } as const;
      const found = await called(call, echo, new Request(AT, { method: 'POST', body, headers }));
      const [saved] = await stored();
      expect(saved).toMatchObject({ ownerId: ada.id, purpose: 'trader' });
      expect(found.body).toEqual({ input: { name: 'x', traderImage: saved?.id } });
      const ownRows = { 'x-access-token': await secretOf('api', user.id) };
      const own = formOf({ name: 'x', traderImage: await pictureFile({ width: 50 }) });
      await called({ input, who: 'investor' }, echo, new Request(AT, { method: 'POST', body: own, headers: ownRows }));
      expect((await stored()).map(({ ownerId }) => ownerId).sort()).toEqual([ada.id, user.id].sort());
    });

    test('stores none when anything else is wrong, and passes an ID or an address on', async () => {
      const wrong = await form({ traderImage: await pictureFile() });
      expect(wrong.body).toMatchObject({ field: 'name', message: 'no name' });
      expect(await stored()).toEqual([]);
      expect((await form({ name: 'x', traderImage: 'an id' })).body).toEqual({
        input: { name: 'x', traderImage: 'an id' },
      });
      expect((await form({ name: 'x', traderImage: '' })).body).toEqual({ input: { name: 'x' } });
      expect((await form({ name: 'x' })).body).toEqual({ input: { name: 'x' } });
      const bad = await form({ name: 'x', traderImage: new File(['no picture'], 'x.png') });
      expect(bad.body).toMatchObject({ field: 'traderImage', status: 400 });
      expect(await stored()).toEqual([]);
      const needed = z.object({ name: z.string(), traderImage: fileField('trader', z.string('no file')) });
      expect((await form({ name: 'x' }, { input: needed })).body).toMatchObject({ message: 'no file' });
      const brought = await form({ name: 'x', traderImage: await pictureFile() }, { input: needed });
      expect(brought.body.input).toMatchObject({ name: 'x', traderImage: expect.any(String) });
      const adapt = ({ called: name, ...rest }: Record<string, unknown>) => ({ ...rest, name });
      const older = await form({ called: 'x', traderImage: await pictureFile() }, { input, adapt });
      expect(older.body.input).toMatchObject({ name: 'x', traderImage: expect.any(String) });
    });

    test('is a whole form, each name once, at a call that accepts one', async () => {
      const entered = (type: string, call: Partial<Call> = { input }) =>
        message(new Request(AT, { method: 'POST', body: 'x', headers: { 'Content-Type': type } }), call);
      const broken = 'The body can’t be read as a multipart form: its end or one of its boundaries is missing.';
      expect(await entered('multipart/form-data; boundary=x')).toEqual([400, null, broken]);
      expect(await entered('multipart/form-data ; boundary=x')).toEqual([400, null, broken]);
      const orFile = [415, null, 'Send application/json in UTF-8, or multipart/form-data with a file.'];
      const unclear = 'The body can’t be read as a multipart form: an unclear Content-Type.';
      expect(await entered('multipart/form-data')).toEqual([400, null, unclear]);
      expect(await entered('xmultipart/form-data; boundary=x')).toEqual(orFile);
      const alone = [415, null, 'Send application/json in UTF-8.'];
      expect(await entered('multipart/form-data; boundary=x', {})).toEqual(alone);
      const twice = formOf({ name: 'x' });
      twice.append('name', 'y');
      const found = await message(new Request(AT, { method: 'POST', body: twice }), { input });
      expect(found).toEqual([400, 'name', 'The field "name" is there more than once.']);
    });
  });
});

describe('a call that counts once', () => {
  let times = 0;
  beforeEach(() => {
    times = 0;
  });
  /** Number of times it was done, including this one. */
  const counted = () => {
    times += 1;
    return times;
  };
  const counting: Handler<Call> = async ({ once }) => await once(async () => done({ answer: { times: counted() } }));
  const money = { once: 'money', who: 'investor', input: z.looseObject({}) } as const;
  const ask = async (
    body: object,
    key: string | null = null,
    {
      call = money as Partial<Call>,
      handler = counting,
      confirm,
      who = user.id,
    }: More & { call?: Partial<Call>; handler?: Handler<Call>; who?: string } = {},
  ) => {
    const token = await secretOf('api', who, call.who === 'administrator');
    const headers = { 'x-access-token': token, ...(key !== null && { 'Idempotency-Key': key }) };
    const sentMails = await called(call, handler, sent(body, headers), { confirm });
    return [
      sentMails.status,
      sentMails.body.times ?? sentMails.body.message,
      sentMails.headers.get('Idempotency-Replayed'),
    ];
  };
  const reused = [422, expect.stringContaining('was used for another request'), null];
  const again = [409, expect.stringContaining('a moment ago'), null];

  test('gives the first answer to the same key, and refuses the key for anything else', async () => {
    expect(await ask({ a: 1 }, 'k')).toEqual([200, 1, null]);
    expect(await ask({ a: 1 }, 'k')).toEqual([200, 1, 'true']);
    expect(await ask({ a: 2 }, 'k')).toEqual(reused);
    expect(await ask({ a: 1 }, 'k', { call: { ...money, name: 'other' } })).toEqual(reused);
    expect(await ask({ a: 1 }, 'l')).toEqual([200, 2, null]);
    const other = await makeUser();
    expect(await ask({ a: 1 }, 'k', { who: other.id })).toEqual([200, 3, null]);
    const staff = { ...money, who: 'administrator', right: 'users:help' } as const;
    expect(await ask({ a: 1 }, 'k', { who: ada.id, call: staff })).toEqual([200, 4, null]);
    expect(await ask({ a: 1 }, 'k', { who: (await makeAdmin()).id, call: staff })).toEqual([200, 5, null]);
  });

  test('accepts keys of 1 to 255 printable characters', async () => {
    for (const key of ['x'.repeat(256), 'a b', 'é']) {
      expect((await ask({}, key))[1]).toContain('1 to 255 printable');
    }
    expect(times).toBe(0);
    expect((await ask({}, 'x'.repeat(255)))[1]).toBe(1);
    expect((await ask({}, ''))[1]).toContain('1 to 255 printable');
  });

  test('of money asks back without a key, in any spelling; with a key it is done', async () => {
    expect(await ask({ to: 'A b', amount: 5 })).toEqual([200, 1, null]);
    for (const same of [
      { to: 'a  B ', amount: 5 },
      { to: '\uff21 b', amount: 5, note: '', more: null },
      { to: 'A\tb', amount: 5, note: '  ' },
    ]) {
      expect(await ask(same)).toEqual(again);
    }
    expect(await ask({ to: 'A bc', amount: 5 })).toEqual([200, 2, null]);
    expect(await ask({ to: 'Ab', amount: 5 })).toEqual([200, 3, null]);
    expect(await ask({ to: 'A b', amount: 6 })).toEqual([200, 4, null]);
    expect(await ask({ to: 'A b', amount: 5 }, 'k')).toEqual([200, 5, null]);
  });

  test('of anything else does not ask back, and is the same only in the same spelling', async () => {
    const call = { ...money, once: 'filed' } as const;
    expect([await ask({ a: 'x' }, null, { call }), await ask({ a: 'x' }, null, { call })]).toEqual([
      [200, 1, null],
      [200, 2, null],
    ]);
    expect(await ask({ a: 'x' }, 'k', { call })).toEqual([200, 3, null]);
    expect(await ask({ a: 'X' }, 'k', { call })).toEqual(reused);
    expect(await ask({ a: 'x', b: null }, 'k', { call })).toEqual(reused);
  });

  test('is the same by its meaning, with amounts to the cent and without the code', async () => {
    const meaning: Handler<Call> = async ({ once, input }) => {
      const meant = { cents: BigInt(Number((input as { amount: number }).amount) * 100) };
      return await once(async () => done({ answer: { times: counted() } }), { normalizedInput: meant });
    };
    expect(await ask({ amount: 5, note: 'a' }, null, { handler: meaning })).toEqual([200, 1, null]);
    expect(await ask({ amount: 5, note: 'b' }, null, { handler: meaning })).toEqual(again);
    expect(await ask({ amount: 6, note: 'a' }, null, { handler: meaning })).toEqual([200, 2, null]);
    expect(await ask({ a: 1, otp: '111111' }, 'k')).toEqual([200, 3, null]);
    expect(await ask({ a: 1, otp: '222222' }, 'k')).toEqual([200, 3, 'true']);
  });

  test('stores a refusal of its work for its key, and returns it to the caller once', async () => {
    const found: string[] = [];
    const handler: Handler<Call> = ({ once }) =>
      once(async () => refuse('no', `No ${counted()}`), {
        onRefused: async (_tx, refusal) => {
          found.push(refusal.message);
        },
      });
    expect(await ask({}, 'k', { handler })).toEqual([200, 'No 1', null]);
    expect(await ask({}, 'k', { handler })).toEqual([200, 'No 1', 'true']);
    expect([await ask({}, null, { handler }), found]).toEqual([
      [200, 'No 2', null],
      ['No 1', 'No 2'],
    ]);
  });

  test('requires a second factor before it is done, and not for a repeated answer', async () => {
    const request: unknown[] = [];
    let confirmed = false;
    const confirm: ConfirmCall = async ({ user: who, input }) => {
      request.push([who?.id, input.otp]);
      return confirmed ? done(null) : refuse('confirm', 'Code?', 'otp');
    };
    const send = (key: string | null) => ask({ otp: '1' }, key, { confirm });
    expect([await send('k'), await send(null), times]).toEqual([[200, 'Code?', null], [200, 'Code?', null], 0]);
    expect(request.splice(0)).toEqual(Array(2).fill([user.id, '1']));
    confirmed = true;
    expect([await send('k'), request.splice(0).length]).toEqual([[200, 1, null], 1]);
    confirmed = false;
    expect([await send('k'), request]).toEqual([[200, 1, 'true'], []]);
    expect((await send('l'))[1]).toBe('Code?');
  });
});
