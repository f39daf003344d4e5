import { isDeepStrictEqual } from 'node:util';
import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { event, mail } from '#drizzle/schema';
import { CALLS } from '~/api/calls';
import { serveCall } from '~/api/serveCall.server';
import { createAdminNav } from '~/features/backoffice/admin/internal/adminNav';
import { createMarkActs } from '~/features/backoffice/reviewQueue/marks.server';
import { TICKED_ENTRIES_INTENT } from '~/features/backoffice/reviewQueue/several';
import { SUPPORT_QUEUE } from '~/features/people/support/answer.server';
import { read, write } from '~/platform/db/index.server';
import { hashSecret, newId } from '~/platform/ids';
import { hasRight, RIGHT_NAMES, type Right, ROLE_NAMES, type Role } from '~/signIns/rights';
import { startSession } from '~/signIns/session.server';
import { formToken, setCookie } from '~/web/cookies/cookies.server';
import { type Call, getCallAddress } from '~/web/guard/call';
import { useDatabase } from '../../support/database';
import { makeAdmin } from '../../support/people/people';

/* Every role at every address, form and call of administrators; all three lists come from the code. */
useDatabase();

type Handler = ((args: never) => Promise<unknown>) & {
  guard: string;
  rights?: Right | Record<string, Right>;
  intents?: readonly string[];
};
type RouteModule = { loader?: Handler; action?: Handler };

/** Entry point of an administrator: a page, an action or a call. */
type Door = { name: string; right: Right | undefined; open: (role: Role) => Promise<Outcome> };
/** Answer of an entry point; the message only for a refusal. */
type Outcome = { status: number; words: string };

const modules = import.meta.glob<RouteModule>('../../../app/routes/admin/**/*.{ts,tsx}', { eager: true });
const routes = Object.entries(modules).map(([path, module]) => ({
  name: /\/routes\/(.+)\.tsx?$/.exec(path)?.[1] ?? path,
  module,
}));

/** Each request has its own session cache, because the user is looked up once per request. */
const newContext = () => ({ requestId: 'test', address: '192.0.2.1', nonce: 'n', allowFrames: () => {} });
const ids = {} as Record<Role, string>;

async function signIn(role: Role, kind: 'admin' | 'api'): Promise<string> {
  return (await write((tx) => startSession(tx, { kind, subjectId: ids[role], forAdmin: true }))).secret;
}

const NO_LIST = 'an empty list';

/** Answers as Remix would: a thrown value is an answer, too; an internal error is marked. */
async function answer(handler: Handler, request: Request, params: Record<string, string> = {}): Promise<Outcome> {
  const answered = await handler({ request, params, context: newContext() } as never).catch(
    (thrown: unknown) => thrown,
  );
  if (answered instanceof Response) {
    const found = answered.status === 403 ? await answered.clone().json() : { message: '' };
    return { status: answered.status, words: isDeepStrictEqual(found, []) ? NO_LIST : String(found.message) };
  }
  if (answered instanceof Error) throw answered;
  const { data, init } = (answered ?? {}) as { data?: unknown; init?: { status?: number } };
  return { status: init?.status ?? 200, words: typeof data === 'string' ? data : '' };
}

const PARAMS = { id: newId(), part: 'deposits' };
const ADDRESS = 'http://mirrorbook.test/admin/somewhere';

const openPage = (handler: Handler, address: string) => async (role: Role) => {
  const Cookie = (await setCookie('admin', await signIn(role, 'admin'))).split(';')[0] ?? '';
  return await answer(handler, new Request(address, { headers: { Cookie } }), PARAMS);
};

const postForm = (handler: Handler, address: string, intent: string | null) => async (role: Role) => {
  const secret = await signIn(role, 'admin');
  const Cookie = (await setCookie('admin', secret)).split(';')[0] ?? '';
  const body = new URLSearchParams({ _csrf: formToken(hashSecret(secret)), ...(intent && { _intent: intent }) });
  return await answer(handler, new Request(address, { method: 'POST', headers: { Cookie }, body }), PARAMS);
};

const makeCall = (call: Call) => async (role: Role) => {
  const headers = { 'x-access-token': await signIn(role, 'api'), 'Content-Type': 'application/json' };
  const request = call.method === 'GET' ? { headers } : { method: 'POST', headers, body: '{}' };
  return await answer(serveCall as never, new Request(`http://mirrorbook.test${getCallAddress(call)}`, request));
};

const pages: Door[] = routes.flatMap(({ name, module: { loader } }) =>
  loader?.guard === 'admin' ? [{ name, right: loader.rights as Right, open: openPage(loader, ADDRESS) }] : [],
);

const forms: Door[] = routes.flatMap(({ name, module: { action } }) => {
  if (action?.guard !== 'admin') return [];
  const { rights, intents = [] } = action;
  const rightOf = (intent: string) => (typeof rights === 'string' ? rights : rights?.[intent]);
  const named = intents.length > 0 ? intents : [null];
  return named.map((intent) => ({
    name: `${name} ${intent ?? ''}`,
    right: rightOf(intent ?? ''),
    open: postForm(action, ADDRESS, intent),
  }));
});

const calls: Door[] = Object.values<Call>(CALLS)
  .filter(({ who }) => who === 'administrator')
  .map((call) => ({ name: `api/${call.name}`, right: call.right, open: makeCall(call) }));

const doors = [...pages, ...forms, ...calls];

async function written(): Promise<number[]> {
  const counts = await Promise.all([event, mail].map((table) => read().select({ n: count() }).from(table)));
  return counts.map(([found]) => found?.n ?? 0);
}

test('there are entry points of all three kinds, and each needs a right', () => {
  expect([pages.length > 20, forms.length > 40, calls.length > 9]).toEqual([true, true, true]);
  expect(doors.filter(({ right }) => !right || !RIGHT_NAMES.includes(right)).map(({ name }) => name)).toEqual([]);
});

test('each role is admitted to the entry points of its rights, and refused at all others with a message, with nothing done', async () => {
  const unexpected: string[] = [];
  let tried = 0;
  for (const role of ROLE_NAMES) {
    ids[role] = (await makeAdmin({ role })).id;
    const [open, closed] = [true, false].map((allowed) =>
      doors.filter(({ right }) => hasRight({ role }, right as Right) === allowed),
    );
    const before = await written();
    for (const door of closed ?? []) {
      tried += 1;
      const { status, words } = await door.open(role);
      // A refused list is an empty list, since clients of the original API iterate over the response.
      const isRefused =
        door.name === 'api/getUsers' ? words === NO_LIST : words.startsWith(`Your role, ${role}, doesn’t`);
      if (status !== 403 || !isRefused) {
        unexpected.push(`${role} at ${door.name}: ${status} ${words}`);
      }
    }
    expect([role, await written()]).toEqual([role, before]);
    for (const door of open ?? []) {
      tried += 1;
      const { status, words } = await door.open(role);
      if (status === 403 || status === 401 || status >= 500)
        unexpected.push(`${role} at ${door.name}: ${status} ${words}`);
    }
  }
  expect(unexpected).toEqual([]);
  expect(tried).toBe(doors.length * ROLE_NAMES.length);
}, 120_000);

describe('the table of rights is the one of the design', () => {
  const doorsOf = (role: Role, kind: Door[]) =>
    kind.filter(({ right }) => right !== 'everyone' && hasRight({ role }, right as Right)).map(({ name }) => name);
  const changing = [...forms, ...calls.filter(({ name }) => name !== 'api/getUsers')];

  test('auditors read everything and change nothing', () => {
    expect(
      doorsOf(
        'auditor',
        pages.filter(({ name }) => name !== 'admin/users/freeze'),
      ).length,
    ).toBeGreaterThan(15);
    expect(pages.filter(({ right }) => right?.endsWith(':read') && !hasRight({ role: 'auditor' }, right))).toEqual([]);
    expect(doorsOf('auditor', changing)).toEqual([]);
  });

  test('support answers and helps users, mails again, and moves no money', () => {
    const queue = Object.keys({
      ...SUPPORT_QUEUE.decisions,
      ...createMarkActs(SUPPORT_QUEUE),
      [TICKED_ENTRIES_INTENT]: null,
    });
    expect(doorsOf('support', changing).sort()).toEqual(
      [
        'admin/outbox ',
        'admin/savedReplies delete',
        'admin/savedReplies save',
        ...queue.map((name) => `admin/support ${name}`),
        'admin/users/list reset',
        'admin/users/part end-sign-ins',
        'admin/users/user reset',
        ...['tag', 'untag', 'note'].map((name) => `admin/users/user ${name}`),
      ].sort(),
    );
  });

  test('no form needs only a right to read, and each right is required somewhere', () => {
    expect(forms.filter(({ right }) => right?.endsWith(':read'))).toEqual([]);
    const request = new Set(doors.map(({ right }) => right));
    // Uses one entry of the catalogue, because all kinds share one form.
    expect(RIGHT_NAMES.filter((right) => !request.has(right))).toEqual(['terms:change']);
  });

  test('the menu has what a role may read, and nothing else', () => {
    const waiting = { deposits: 0, withdrawals: 0, kyc: 0, approvals: 0, leaders: 0, alerts: 0, support: 0 };
    const menuOf = (role: Role) =>
      createAdminNav(waiting, { role }).flatMap(({ items }) => items.map(({ href }) => href));
    expect(menuOf('support')).toEqual(['/admin', '/admin/alerts', '/admin/users', '/admin/support', '/admin/outbox']);
    expect(menuOf('superadmin')).toContain('/admin/staff');
    for (const role of ROLE_NAMES) {
      for (const href of menuOf(role)) {
        const file = {
          '/admin/users': 'users/list',
          '/admin/leader-requests': 'leaderRequests',
          '/admin/reconciliation': 'reconciliation/list',
          '/admin/staff': 'staff/list',
        };
        const name = (file as Record<string, string>)[href] ?? href.replace('/admin/', '').replace(/\?.*/, '');
        const page = pages.find((each) => each.name === `admin/${name}`);
        expect([role, href, href === '/admin' || hasRight({ role }, page?.right as Right)]).toEqual([role, href, true]);
      }
    }
  });
});

test('identity documents are a part of a user’s file that needs a right of its own', async () => {
  const part = modules['../../../app/routes/admin/users/documents.tsx']?.loader as Handler;
  const readState = async (role: Role) => {
    ids[role] = (await makeAdmin({ role })).id;
    const Cookie = (await setCookie('admin', await signIn(role, 'admin'))).split(';')[0] ?? '';
    const params = { id: newId() };
    return (await answer(part, new Request(ADDRESS, { headers: { Cookie } }), params)).status;
  };
  expect([await readState('support'), await readState('payments'), await readState('compliance')]).toEqual([
    403, 403, 404,
  ]);
});
