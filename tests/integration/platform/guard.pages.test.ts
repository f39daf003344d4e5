import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { administrator } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { DatabaseUnavailableError } from '~/platform/db/errors';
import { write } from '~/platform/db/index.server';
import { AlteredRowError } from '~/platform/db/sealed/versions.server';
import { hashSecret } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { type Administrator, endSession, findSessionInvestor, type User } from '~/signIns/session.server';
import { anonymousBinding, formToken, isFormToken, setCookie } from '~/web/cookies/cookies.server';
import { markHasFile } from '~/web/form/submission.server';
import { completeSignIn, redirectToSignIn, signOut } from '~/web/guard/endedSession.server';
import {
  admin,
  findCurrentAdministrator,
  findCurrentInvestor,
  investor,
  notFoundResponse,
  publicRoute,
  requireRight,
  viewer,
  visitor,
} from '~/web/guard/index.server';
import { consumeStoredForm } from '~/web/guard/storedForm.server';
import { data, redirect } from '~/web/responses.server';
import { useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { answerOf, cookies, requestContext, secretOf } from '../../support/pages/guarded';
import { makeAdmin, makeUser } from '../../support/people/people';
import { ownerOf, turnOn } from '../../support/people/secondFactor';
import { statementsOf } from '../../support/statements';

/* Guards of every page and form, with handlers that return their input. */
useDatabase();

const AT = 'http://mirrorbook.test/somewhere?page=2';
const got = (headers: HeadersInit = {}, address = AT) => new Request(address, { headers });
const posted = (fields: Record<string, string> | [string, string][], headers: HeadersInit = {}, address = AT) =>
  new Request(address, { method: 'POST', body: new URLSearchParams(fields), headers });
const setCookies = (headers: Headers) => headers.getSetCookie().map((line) => line.split('=')[0]);
/** Answer to a refused form, with its input. */
type Again = { form?: string; formKey?: string; mustConfirm?: boolean; result: { error?: Record<string, string[]> } };
const errorShown = (value: unknown) => (value as Again).result.error?.['']?.[0] ?? '';

let user: User;
let ada: Administrator;
beforeEach(async () => {
  [user, ada] = [await makeUser(), await makeAdmin()];
});

const inSession = async (id = user.id) => {
  const secret = await secretOf('investor', id);
  return { secret, Cookie: await cookies({ session: secret }), csrf: formToken(hashSecret(secret)) };
};
const asAdmin = async (id = ada.id) => {
  const secret = await secretOf('admin', id);
  return { secret, Cookie: await cookies({ admin: secret }), csrf: formToken(hashSecret(secret)) };
};

describe('the arguments of every handler', () => {
  test('are the request, its address and its origin', async () => {
    const gone: string[] = [];
    const context = requestContext({
      mayStayOpen: false,
      onClose: (listener: () => void) => listener(),
      connection: 'a connection',
    });
    const outcome = await answerOf(
      publicRoute.loader(async (input) => {
        input.onClose(() => gone.push('gone'));
        return input;
      }),
      got(),
      { params: { id: '7' }, context },
    );
    expect(outcome.value).toMatchObject({
      params: { id: '7' },
      address: '192.0.2.1',
      requestId: 'request-1',
      connection: 'a connection',
      mayStayOpen: false,
    });
    expect((outcome.value as { url: URL }).url.searchParams.get('page')).toBe('2');
    expect(gone).toEqual(['gone']);
  });

  test('have a signal that never aborts where the server has none', async () => {
    const outcome = await answerOf(
      publicRoute.loader(async ({ onClose, mayStayOpen }) => [onClose(() => {}), mayStayOpen]),
      got(),
    );
    expect(outcome.value).toEqual([undefined, true]);
  });

  test('name its guard, its buttons, its rights and whether it has a file', () => {
    const nothing = async () => null;
    const filed = markHasFile(async () => null);
    expect({ ...publicRoute.loader(nothing) }).toMatchObject({ guard: 'publicRoute', intents: [], hasFile: false });
    expect({ ...publicRoute.action(nothing, ['a']) }).toMatchObject({ guard: 'publicRoute', intents: ['a'] });
    expect({ ...publicRoute.action(filed) }).toMatchObject({ hasFile: true });
    expect({ ...visitor.loader(nothing) }).toMatchObject({ guard: 'visitor', hasFile: false });
    expect({ ...visitor.action(filed, ['b']) }).toMatchObject({ guard: 'visitor', intents: ['b'], hasFile: true });
    expect({ ...visitor.action(nothing) }).toMatchObject({ intents: [], hasFile: false });
    expect({ ...investor.loader(nothing) }).toMatchObject({ guard: 'investor' });
    expect({ ...investor.action(filed) }).toMatchObject({ guard: 'investor', intents: [], hasFile: true });
    const two = { keep: nothing, bring: filed };
    expect({ ...investor.actions(two) }).toMatchObject({ intents: ['keep', 'bring'], hasFile: true });
    expect({ ...investor.actions({ keep: nothing, drop: nothing }) }).toMatchObject({ hasFile: false });
    expect({ ...admin.loader('books:read', nothing) }).toMatchObject({ guard: 'admin', rights: 'books:read' });
    expect({ ...admin.action('books:check', nothing) }).toMatchObject({
      guard: 'admin',
      rights: 'books:check',
      intents: [],
    });
    const rights = { keep: 'users:help', bring: 'staff:change' } as const;
    expect({ ...admin.action(rights, nothing) }).toMatchObject({ rights, intents: ['keep', 'bring'] });
    expect({ ...admin.actions(rights, two) }).toMatchObject({ rights, intents: ['keep', 'bring'], hasFile: true });
    expect({ ...viewer.loader(nothing) }).toMatchObject({ guard: 'viewer' });
  });
});

describe('an error in a handler', () => {
  const failing = (thrown: unknown) =>
    publicRoute.loader(async () => {
      throw thrown;
    });

  test('is its answer if a response was thrown', async () => {
    expect((await answerOf(failing(redirect('/login')), got())).headers.get('Location')).toBe('/login');
    expect(await answerOf(failing(data('No', { status: 418 })), got())).toMatchObject({ value: 'No', status: 418 });
  });

  test('is reported with the number under which it is logged; nothing is logged of an aborted request', async () => {
    const logged = vi.spyOn(log(), 'error');
    const outcome = await answerOf(failing(new Error('broken')), got());
    expect(outcome).toMatchObject({ value: { requestId: 'request-1' }, status: 500 });
    expect(logged.mock.calls).toEqual([[{ requestId: 'request-1', err: expect.any(Error) }, 'request failed']]);
    const input = new AbortController();
    input.abort();
    await answerOf(failing(new Error('broken')), new Request(AT, { signal: input.signal }));
    expect(logged).toHaveBeenCalledTimes(1);
  });

  test('says when to retry if the records were unavailable, and not if a row was altered', async () => {
    const logged = vi.spyOn(log(), 'error');
    const away = await answerOf(failing(new DatabaseUnavailableError('busy')), got());
    expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(away.value).toContain('Nothing was changed');
    expect(logged).not.toHaveBeenCalled();
    const altered = await answerOf(failing(new AlteredRowError('user', '1')), got());
    expect([altered.status, altered.headers.get('Retry-After')]).toEqual([503, null]);
    const err = expect.any(AlteredRowError);
    expect(logged.mock.calls).toEqual([[{ requestId: 'request-1', err }, 'a row was altered']]);
  });

  test('returns a form with its input, or the same answer as a page without input', async () => {
    const { Cookie, csrf } = await inSession();
    const action = (thrown: unknown) =>
      investor.action(async () => {
        throw thrown;
      });
    const entered = { _csrf: csrf, _form: 'pay', _key: 'k', amount: '5' };
    const broken = await answerOf(action(new Error('broken')), posted(entered, { Cookie }));
    expect(broken).toMatchObject({ status: 500, value: { form: 'pay', formKey: 'k', mustConfirm: false } });
    expect(errorShown(broken.value)).toBe('Something went wrong. Please try again.');
    const away = await answerOf(action(new DatabaseUnavailableError('busy')), posted(entered, { Cookie }));
    expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(errorShown(away.value)).toContain('Nothing was changed');
    const button = await answerOf(action(new Error('broken')), posted({ _csrf: csrf }, { Cookie }));
    expect(button).toMatchObject({ status: 500, value: { requestId: 'request-1' } });
    const refused = await answerOf(action(data('No', { status: 418 })), posted(entered, { Cookie }));
    expect(refused).toMatchObject({ status: 418, value: 'No' });
  });

  test('is the answer of an action like that of a page if it occurred before its form was parsed', async () => {
    const { Cookie, csrf } = await inSession();
    const context = requestContext();
    Object.defineProperty(context, 'onClose', {
      get: () => {
        throw new Error('before');
      },
    });
    const action = investor.action(async () => 'done');
    const outcome = await answerOf(action, posted({ _csrf: csrf, _form: 'pay' }, { Cookie }), { context });
    expect(outcome).toMatchObject({ status: 500, value: { requestId: 'request-1' } });
  });
});

describe('a posted form', () => {
  const action = publicRoute.action(async ({ form, intent }) => ({ fields: [...form.keys()], intent }), ['a', 'b']);
  const status = async (request: Request) => (await answerOf(action, request)).status;

  test('is parsed as a whole, with the button that was pressed', async () => {
    const outcome = await answerOf(action, posted({ _intent: 'b', name: 'x' }));
    expect(outcome.value).toEqual({ fields: ['_intent', 'name'], intent: 'b' });
    const form = new FormData();
    form.append('_intent', 'a');
    form.append('proof', new File(['x'], 'x.png'));
    const body = new Request(AT, { method: 'POST', body: form });
    expect((await answerOf(action, body)).value).toEqual({ fields: ['_intent', 'proof'], intent: 'a' });
  });

  test('is no GET, and has a form’s content type', async () => {
    const other = await answerOf(action, new Request(AT, { method: 'PUT', body: new URLSearchParams() }));
    expect([other.status, other.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    const entered = (type: string, body = '_intent=a') =>
      status(new Request(AT, { method: 'POST', body, headers: { 'Content-Type': type } }));
    expect(await entered('application/json', '{}')).toBe(415);
    expect(await entered('text/application/x-www-form-urlencoded')).toBe(415);
    expect(await entered('application/x-www-form-urlencodedness')).toBe(415);
    const none = new Request(AT, { method: 'POST', body: new Uint8Array([1]) });
    expect(await status(none)).toBe(415);
    expect(await entered('application/x-www-form-urlencoded')).toBe(200);
    expect(await entered('multipart/form-data')).toBe(400);
  });

  test('has each field once, under a plain name, and no zero byte', async () => {
    const words = async (fields: [string, string][]) => {
      const { status, value } = await answerOf(action, posted([['_intent', 'a'], ...fields]));
      return status === 200 ? 'done' : [status, value];
    };
    const none = [400, 'This form has fields that our pages do not have.'];
    expect(await words([['name', 'x']])).toBe('done');
    expect(
      await words([
        ['name', 'x'],
        ['name', 'y'],
      ]),
    ).toEqual(none);
    for (const name of ['a.b', 'a[0]', 'a]']) expect(await words([[name, 'x']])).toEqual(none);
    expect(await words([['name', 'a\0b']])).toEqual(none);
    expect(await words(Array.from({ length: 200 }, (_, n) => [`f${n}`, '']))).toEqual(none);
    const broken = new Request(AT, {
      method: 'POST',
      body: 'nothing',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(await answerOf(action, broken)).toMatchObject({ status: 400, value: expect.stringContaining('broken') });
  });

  test('redirects back to its reader’s place, on the target page or below it', async () => {
    const { Cookie, csrf } = await asAdmin();
    const led = async (_back: string | null, to = '/admin/users#top', init = 303) => {
      const leading = admin.action('users:help', async () => redirect(to, init));
      const fields = { _csrf: csrf, ...(_back !== null && { _back }) };
      return (await answerOf(leading, posted(fields, { Cookie }))).headers.get('Location');
    };
    expect(await led(null)).toBe('/admin/users#top');
    for (const back of ['/admin/users', '/admin/users?page=2#row', '/admin/users#row', '/admin/users/7?x']) {
      expect(await led(back)).toBe(back);
    }
    for (const back of [
      '/admin/usersx',
      '/admin/usersx?y',
      '/admin',
      '/elsewhere?a',
      '?page=2',
      'https://evil.example/admin/users',
    ]) {
      expect([back, await led(back)]).toEqual([back, '/admin/users#top']);
    }
    expect(await led('/admin/users?page=2', '/admin/users?page=1')).toBe('/admin/users?page=2');
    expect(await led('/admin/users?page=2', '/admin/users', 302)).toBe('/admin/users');
    expect(await led('//evil.example/', '/')).toBe('/');
    const plain = admin.action('users:help', async () => 'done');
    const outcome = await answerOf(plain, posted({ _csrf: csrf, _back: '/admin/users' }, { Cookie }));
    expect(outcome).toMatchObject({ status: 200, value: 'done' });
  });
});

describe('visitors', () => {
  const page = visitor.loader(async ({ csrf }) => ({ csrf }));

  test('get a cookie with their first form, and one token for all forms of a page', async () => {
    const context = requestContext();
    const [first, second] = [await answerOf(page, got(), { context }), await answerOf(page, got(), { context })];
    expect([first.value, setCookies(first.headers)]).toEqual([second.value, ['form']]);
    expect((await answerOf(page, got())).value).not.toEqual(first.value);
    const known = await answerOf(page, got({ Cookie: await cookies({ form: 'binding' }) }));
    expect([known.value, setCookies(known.headers)]).toEqual([{ csrf: formToken('binding') }, []]);
  });

  test('get it with any answer, and the answer keeps all else', async () => {
    const answering = (answer: unknown) =>
      answerOf(
        visitor.loader(async () => answer),
        got(),
      );
    const led = await answering(redirect('/login', { status: 303, headers: { 'Set-Cookie': 'a=1' } }));
    expect([led.status, led.headers.get('Location'), setCookies(led.headers)]).toEqual([303, '/login', ['a', 'form']]);
    const wrapped = await answering(data('x', { status: 404, headers: { 'X-Kept': '1' } }));
    expect(wrapped).toMatchObject({ value: 'x', status: 404 });
    expect([wrapped.headers.get('X-Kept'), setCookies(wrapped.headers)]).toEqual(['1', ['form']]);
    expect(setCookies((await answering(data('x'))).headers)).toEqual(['form']);
    for (const plain of [null, 'x', { a: 1 }]) {
      const outcome = await answering(plain);
      expect([outcome.value, setCookies(outcome.headers)]).toEqual([plain, ['form']]);
    }
  });

  test('send forms with the token of their cookie; others get a message why nothing was done', async () => {
    const done: unknown[] = [];
    const action = visitor.action(
      async ({ form, intent, csrf, address }) => done.push([form.get('name'), intent, csrf, address]),
      ['go'],
    );
    const Cookie = await cookies({ form: 'binding' });
    const good = { _csrf: formToken('binding'), _intent: 'go', name: 'Ann' };
    await answerOf(action, posted(good, { Cookie }));
    expect(done.splice(0)).toEqual([['Ann', 'go', formToken('binding'), '192.0.2.1']]);
    const none = await answerOf(action, posted({ _intent: 'go' }, { Cookie }));
    expect([none.status, none.value]).toEqual([403, expect.stringContaining('was not from our page')]);
    const other = await answerOf(action, posted({ ...good, _csrf: formToken('other') }, { Cookie }));
    expect([other.status, other.value]).toEqual([403, expect.stringContaining('too old to be used')]);
    const entered = await answerOf(action, posted({ ...good, _form: 'in', _key: 'k' }));
    expect([entered.status, setCookies(entered.headers)]).toEqual([403, ['form']]);
    expect(errorShown(entered.value)).toMatch(/sent no cookie of this site.*Please check it and send it again/);
    expect((entered.value as Again).formKey).toBeUndefined();
    const unknown = await answerOf(action, posted({ ...good, _intent: 'fly' }, { Cookie }));
    expect(unknown.status).toBe(400);
    expect(done).toEqual([]);
    expect(isFormToken(null, 'binding')).toBe(false);
    expect((await anonymousBinding(got({ Cookie }))).setCookie).toBeUndefined();
  });
});

describe('investors', () => {
  const page = investor.loader(async (input) => input);

  test('are identified by their cookie; others are redirected to the sign-in', async () => {
    const { secret, Cookie, csrf } = await inSession();
    expect((await answerOf(page, got({ Cookie }))).value).toMatchObject({
      user: { id: user.id },
      sessionHash: hashSecret(secret),
      csrf,
      address: '192.0.2.1',
    });
    for (const wrong of ['', await cookies({ session: 'made up' }), (await asAdmin()).Cookie]) {
      const { status, headers } = await answerOf(page, got({ Cookie: wrong }));
      expect([status, headers.get('Location')]).toEqual([303, '/login']);
    }
  });

  test('are looked up once for the loaders of a page, and again after an action', async () => {
    const { secret, Cookie, csrf } = await inSession();
    const context = requestContext();
    const loaders = () => Promise.all([1, 2].map(() => answerOf(page, got({ Cookie }), { context })));
    expect((await statementsOf(loaders)).run).toBe(1);
    const action = investor.action(async () => {
      await endSession(secret);
      return 'out';
    });
    expect((await answerOf(action, posted({ _csrf: csrf }, { Cookie }), { context })).value).toBe('out');
    expect((await answerOf(page, got({ Cookie }), { context })).status).toBe(303);
  });

  test('send forms of their session, each to the handler of its button', async () => {
    const { Cookie, csrf } = await inSession();
    const action = investor.actions({
      keep: async ({ form, user: { id }, ...rest }) => ['kept', form.get('name'), id, 'intent' in rest],
      drop: async () => ['dropped'],
    });
    const send = (fields: object) => answerOf(action, posted({ _csrf: csrf, name: 'x', ...fields }, { Cookie }));
    expect((await send({ _intent: 'keep' })).value).toEqual(['kept', 'x', user.id, false]);
    expect((await send({ _intent: 'drop' })).value).toEqual(['dropped']);
    for (const wrong of [{}, { _intent: 'toString' }]) expect((await send(wrong)).status).toBe(400);
    const other = await send({ _intent: 'keep', _csrf: (await inSession()).csrf });
    expect([other.status, other.value]).toEqual([403, expect.stringContaining(`signed in again, as ${user.email}`)]);
    const out = await answerOf(action, posted({ _csrf: csrf, _intent: 'keep' }));
    expect([out.status, out.headers.get('Location')]).toEqual([303, '/login']);
  });

  test('are known to public pages', async () => {
    const { Cookie, csrf } = await inSession();
    expect(await findCurrentInvestor(got({ Cookie }))).toEqual({
      user: expect.objectContaining({ id: user.id }),
      csrf,
      isRemembered: false,
    });
    expect(await findCurrentInvestor(got())).toBeNull();
  });
});

describe('administrators', () => {
  test('see what their role may read, and change what it may change', async () => {
    const auditor = await makeAdmin({ role: 'auditor' });
    const { Cookie, csrf, secret } = await asAdmin(auditor.id);
    const reading = admin.loader('books:read', async (input) => input);
    expect((await answerOf(reading, got({ Cookie }))).value).toMatchObject({
      administrator: { id: auditor.id },
      sessionHash: hashSecret(secret),
      csrf,
    });
    for (const wrong of ['', await cookies({ admin: 'made up' }), (await inSession()).Cookie]) {
      const { status, headers } = await answerOf(reading, got({ Cookie: wrong }));
      expect([status, headers.get('Location')]).toEqual([303, '/admin']);
    }
    const closed = admin.loader('staff:change', async () => 'seen');
    const words = expect.stringContaining('Your role, auditor, doesn’t let you');
    expect(await answerOf(closed, got({ Cookie }))).toMatchObject({ status: 403, value: words });
    const one = admin.action('staff:change', async () => 'done');
    expect(await answerOf(one, posted({ _csrf: csrf }, { Cookie }))).toMatchObject({ status: 403, value: words });
    const two = admin.actions(
      { own: 'everyone', staff: 'staff:change' },
      { own: async ({ administrator: { id } }) => ['own', id], staff: async () => ['staff'] },
    );
    const send = (_intent: string) => answerOf(two, posted({ _csrf: csrf, _intent }, { Cookie }));
    expect((await send('own')).value).toEqual(['own', auditor.id]);
    expect(await send('staff')).toMatchObject({ status: 403, value: words });
    expect(() => requireRight(auditor, 'books:read')).not.toThrow();
    expect(() => requireRight(auditor, 'staff:change')).toThrow();
  });

  test('send forms of their session', async () => {
    const { Cookie } = await asAdmin();
    const action = admin.action('users:help', async ({ form, intent }) => [form.get('name'), intent], ['go']);
    const { csrf } = await asAdmin();
    const other = await answerOf(action, posted({ _csrf: csrf, _intent: 'go' }, { Cookie }));
    expect([other.status, other.value]).toEqual([403, expect.stringContaining(`signed in again, as ${ada.email}`)]);
    const own = await asAdmin();
    const sent = await answerOf(action, posted({ _csrf: own.csrf, _intent: 'go', name: 'x' }, { Cookie: own.Cookie }));
    expect(sent.value).toEqual(['x', 'go']);
  });

  test('get a second factor before anything else where money is real', async () => {
    testEnv(LIVE);
    const { Cookie } = await asAdmin();
    const page = admin.loader('users:read', async () => 'seen');
    const opened = (path: string) => answerOf(page, got({ Cookie }, `${LIVE.PUBLIC_URL}${path}`));
    const led = await opened('/admin/users');
    expect([led.status, led.headers.get('Location')]).toEqual([303, '/admin/security']);
    for (const open of ['/admin/security', '/admin/logout']) expect((await opened(open)).value).toBe('seen');
    await expect(findCurrentAdministrator(got({ Cookie }))).rejects.toMatchObject({ status: 303 });
    await turnOn(ownerOf(ada, 'admin'));
    const isNewSetup = await asAdmin();
    expect((await answerOf(page, got({ Cookie: isNewSetup.Cookie }))).value).toBe('seen');
    const { csrf } = isNewSetup;
    const found = { administrator: expect.objectContaining({ id: ada.id }), csrf };
    expect(await findCurrentAdministrator(got({ Cookie: isNewSetup.Cookie }))).toEqual(found);
    expect(await findCurrentAdministrator(got())).toBeNull();
  });

  test('change nothing for a day after a mailed reset, in live mode, except their own sign-in', async () => {
    testEnv(LIVE);
    await turnOn(ownerOf(ada, 'admin'));
    await write((tx) => tx.update(administrator).set({ passwordResetAt: now() }).where(eq(administrator.id, ada.id)));
    const { Cookie, csrf } = await asAdmin();
    const held = { status: 403, value: expect.stringContaining('reset with a mailed link') };
    const one = admin.action('users:help', async () => 'done');
    expect(await answerOf(one, posted({ _csrf: csrf }, { Cookie }))).toMatchObject(held);
    const two = admin.actions(
      { own: 'everyone', help: 'users:help' },
      { own: async () => 'own', help: async () => 'helped' },
    );
    const send = (_intent: string) => answerOf(two, posted({ _csrf: csrf, _intent }, { Cookie }));
    expect((await send('own')).value).toBe('own');
    expect(await send('help')).toMatchObject(held);
    const page = admin.loader('users:read', async () => 'seen');
    expect((await answerOf(page, got({ Cookie }))).value).toBe('seen');
  });

  test('are looked up once for the loaders of a page, and again after an action', async () => {
    const { Cookie, csrf } = await asAdmin();
    const context = requestContext();
    const page = admin.loader('users:read', async ({ administrator: { role } }) => role);
    const read = async () => (await answerOf(page, got({ Cookie }), { context })).value;
    const role = 'support';
    expect((await statementsOf(() => Promise.all([read(), read()]))).run).toBe(1);
    const demote = admin.action('everyone', async () => {
      await write((tx) => tx.update(administrator).set({ role }).where(eq(administrator.id, ada.id)));
      return 'done';
    });
    await answerOf(demote, posted({ _csrf: csrf }, { Cookie }), { context });
    expect(await read()).toBe(role);
  });
});

describe('files', () => {
  const seen = viewer.loader(async ({ userId, staff, allowEmbedding }) => {
    allowEmbedding();
    return { userId, staff: staff && 'staff' };
  });
  const token = (secret: string) => ({ 'x-access-token': secret });

  test('are requested in the name of the browser or the caller', async () => {
    const whose = async (headers: HeadersInit) => (await answerOf(seen, got(headers))).value;
    const neither = { userId: null, staff: null };
    expect(await whose({})).toEqual(neither);
    expect(await whose(token('made up'))).toEqual(neither);
    const owner = { userId: user.id, staff: null };
    expect(await whose({ Cookie: (await inSession()).Cookie })).toEqual(owner);
    expect(await whose(token(await secretOf('api', user.id)))).toEqual(owner);
    const staff = { userId: null, staff: 'staff' };
    expect(await whose({ Cookie: (await asAdmin()).Cookie })).toEqual(staff);
    expect(await whose(token(await secretOf('api', ada.id, true)))).toEqual(staff);
    const unverified = await makeUser({ emailVerifiedAt: null });
    expect(await whose(token(await secretOf('api', unverified.id)))).toEqual(neither);
  });

  test('are shown to no administrator without a second factor where money is real', async () => {
    testEnv(LIVE);
    const staffOf = async () =>
      ((await answerOf(seen, got({ Cookie: (await asAdmin()).Cookie }))).value as { staff: unknown }).staff;
    expect(await staffOf()).toBeNull();
    await turnOn(ownerOf(ada, 'admin'));
    expect(await staffOf()).toBe('staff');
  });

  test('may be shown by other sites where the server allows them', async () => {
    const allowEmbedding = vi.fn();
    await answerOf(seen, got(), { context: requestContext({ allowEmbedding }) });
    expect(allowEmbedding).toHaveBeenCalledTimes(1);
    expect(notFoundResponse(got()).status).toBe(404);
  });
});

describe('a session that has ended', () => {
  const toastOf = (response: Response) => {
    const [, value = ''] = /toast=([^.;]+)/.exec(response.headers.getSetCookie().join('\n')) ?? [];
    return Buffer.from(decodeURIComponent(value), 'base64').toString();
  };

  test('is reported, and that a form did nothing', async () => {
    expect(toastOf(await redirectToSignIn(got(), 'session', 'secret'))).toContain('has ended. Log in');
    expect(toastOf(await redirectToSignIn(posted({}), 'session', 'secret'))).toContain(
      'has ended, so nothing was done. Log in',
    );
  });

  test('redirects back to a page whose query has a dot, and whose address is just short enough', async () => {
    const back = async (path: string) => {
      const { headers } = await redirectToSignIn(got({}, `http://mirrorbook.test${path}`), 'session', 'secret');
      return /^return=[^;]/m.test(headers.getSetCookie().join('\n'));
    };
    const long = (length: number) => `/${'x'.repeat(length - 1)}`;
    expect([await back('/traders?search=A.B'), await back(long(1_000)), await back(long(1_001))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await back('/a.csv?x')).toBe(false);
  });

  test('of another kind is no return address, and the session of a browser ends', async () => {
    const [back = ''] = (await setCookie('return', '/help/admin')).split(';');
    const { secret, Cookie } = await inSession();
    const { to } = await completeSignIn(got({ Cookie: `${Cookie}; ${back}` }), 'session');
    expect([to, await findSessionInvestor(secret, 'investor')]).toEqual(['/help/admin', null]);
  });

  test('removes the mark of an investor’s browser, not that of an administrator’s', async () => {
    const Cookie = 'person=Ann';
    const gone = async (response: Promise<Response>) => setCookies((await response).headers).includes('person');
    expect(await gone(redirectToSignIn(got({ Cookie }), 'session', null))).toBe(true);
    expect(await gone(redirectToSignIn(got({ Cookie }), 'session', 'secret'))).toBe(true);
    expect(await gone(redirectToSignIn(got({ Cookie }), 'admin', 'secret'))).toBe(false);
    expect(await gone(redirectToSignIn(got(), 'session', 'secret'))).toBe(false);
    expect(await gone(signOut(got({ Cookie }), 'session'))).toBe(true);
  });

  describe('with a form that was sent without scripts', () => {
    const fields = { _form: 'transfer', amount: '5 & 7', note: 'so', otp: '123456', newPassword: 'a walk' };

    /** Posts a form after its session ended; returns the cookie that stores it, if any. */
    const sentLate = async (more: Record<string, string> = {}, { looked = user.id, mayStayOpen = true } = {}) => {
      const { secret, Cookie, csrf } = await inSession();
      await endSession(secret);
      const seen = (await setCookie('looked', `${looked} 1`)).split(';')[0];
      const request = posted({ _csrf: csrf, _key: 'k.1', ...fields, ...more }, { Cookie: `${Cookie}; ${seen}` });
      request.headers.set('Content-Length', String((await request.clone().text()).length));
      const context = requestContext({ mayStayOpen });
      const { headers } = await answerOf(
        investor.action(async () => null),
        request,
        { context },
      );
      return headers
        .getSetCookie()
        .find((line) => line.startsWith('typed='))
        ?.split(';')[0];
    };

    test('redirects to the sign-in, and shows the form again with its input, once, on its page only', async () => {
      const Cookie = (await sentLate()) ?? '';
      expect(decodeURIComponent(Cookie)).not.toMatch(/walk|123456|5 & 7/);
      expect(await consumeStoredForm(got({ Cookie }, 'http://mirrorbook.test/other'), user.id)).toEqual({
        storedAnswer: null,
        headers: [],
      });
      const { storedAnswer, headers } = await consumeStoredForm(got({ Cookie }), user.id);
      expect(storedAnswer).toMatchObject({ form: 'transfer', page: '/somewhere?page=2', formKey: undefined });
      expect(errorShown(storedAnswer)).toContain('so nothing was done');
      const { amount, note, ...others } = storedAnswer?.result.initialValue ?? {};
      expect([amount, note, JSON.stringify(others)]).toEqual(['5 & 7', 'so', expect.not.stringMatching(/walk|123456/)]);
      expect(setCookies(new Headers(headers))).toEqual(['typed']);
    });

    test('shows the form neither to another user nor after a sign-out', async () => {
      const other = await makeUser();
      const Cookie = (await sentLate()) ?? '';
      const { storedAnswer, headers } = await consumeStoredForm(got({ Cookie }), other.id);
      expect([storedAnswer, setCookies(new Headers(headers))]).toEqual([null, ['typed']]);
      expect(setCookies((await signOut(got({ Cookie }), 'session')).headers)).toContain('typed');
    });

    test.each([
      ['of another sign-in', { _csrf: 'other' }, {}],
      ['longer than a cookie', { note: 'x'.repeat(4_000) }, {}],
      ['with a field that no form of ours has', { 'a[9]': 'x' }, {}],
      ['from a browser that nobody was shown a page in', {}, { looked: '' }],
      ['with scripts, whose device keeps it', {}, { mayStayOpen: false }],
    ])('does not store a form %s', async (_, more, browser) => {
      expect(await sentLate(more as Record<string, string>, browser)).toBeUndefined();
    });
  });

  test('is ended for good by signing out', async () => {
    const { Cookie } = await inSession();
    const out = await signOut(got({ Cookie }), 'session');
    expect([out.status, out.headers.get('Location')]).toEqual([303, '/login']);
    expect(setCookies(out.headers)).toEqual(['session', 'toast']);
    expect(out.headers.get('Clear-Site-Data')).toBe('"storage"');
    expect(await findCurrentInvestor(got({ Cookie }))).toBeNull();
    expect((await signOut(got(), 'admin')).headers.get('Location')).toBe('/admin');
  });
});
