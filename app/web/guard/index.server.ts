import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { hashSecret } from '~/platform/ids';
import type { StreamConnection } from '~/platform/streams.server';
import { findKeyHolder, findStaffKeyHolder, parseBearerKey } from '~/signIns/apiKeys.server';
import { describeForbidden, hasRight, type Right, type RoleHolder } from '~/signIns/rights';
import {
  type Administrator,
  findSessionAdministrator,
  findSessionInvestor,
  isRemembered,
  type User,
} from '~/signIns/session.server';
import { refuseWhileReadOnly } from '~/signIns/staff.server';
import { anonymousBinding, formToken, readCookie } from '../cookies/cookies.server';
import type { RefusedForm } from '../form/submission.server';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '../responses.server';
import { respondWithRefusalPage } from '../server/checks/refusal.server';
import { redirectToSignIn } from './endedSession.server';
import { withErrorResponses, withErrorResponsesForForm } from './errorResponses.server';
import { handleOwnForm, type PostedForm, readFormWithIntent } from './postedForm.server';
import { findAdmin, findInvestor } from './signedIn.server';
import { storeSubmittedForm } from './storedForm.server';

/*
 * Guards. In Remix a parent's loader does not protect its children, whose loaders can be requested separately. Therefore each loader and
 * action is made by exactly one guard, which an architecture test checks.
 */

type Basics = {
  request: globalThis.Request;
  params: Record<string, string | undefined>;
  url: URL;
  address: string;
  requestId: string;
  allowFrames: (origins: readonly string[]) => void;
  /** Calls back once the answer was sent completely or the reader has disconnected. */
  onClose: (listener: () => void) => void;
  connection?: StreamConnection;
  mayStayOpen: boolean;
};

type FormsContext = Basics & { csrf: string };

/**
 * Function that creates an action. A page with several forms names their intents; any other `_intent` is answered with
 * 400.
 */
type MakeAction<C> = <T, const I extends string = never>(
  handler: FormHandler<C & PostedForm<I>, T>,
  intents?: readonly I[],
) => ((args: ActionFunctionArgs) => Promise<T | RefusedForm>) & { guard: string };

type FormRights<I extends string> = Right | Readonly<Record<I, Right>>;

type MakeAdminAction = <T, const I extends string = never>(
  rights: FormRights<I>,
  handler: FormHandler<AdminContext & PostedForm<I>, T>,
  intents?: readonly I[],
) => ((args: ActionFunctionArgs) => Promise<T | RefusedForm>) & { guard: string };

type FormHandler<C, T> = ((context: C) => Promise<T>) & { hasFile?: boolean };

/**
 * Returns a function that creates an action from the handlers of a page's forms. The action chooses a handler by
 * `_intent`.
 */
const dispatchByIntent =
  <C>(action: MakeAction<C>) =>
  <T>(handlers: Record<string, FormHandler<C & { form: FormData }, T>>) => {
    const names = Object.keys(handlers);
    const handler: FormHandler<C & PostedForm<string>, T> = async ({ intent, ...context }) =>
      (handlers[intent] as FormHandler<C & { form: FormData }, T>)(context as unknown as C & { form: FormData });
    const hasFile = Object.values(handlers).some((each) => each.hasFile);
    return action(Object.assign(handler, { hasFile }), names);
  };

export type VisitorContext = FormsContext;
export type InvestorContext = FormsContext & {
  user: User;
  sessionHash: string;
  isRemembered: boolean;
};
export type AdminContext = FormsContext & { administrator: Administrator; sessionHash: string };
/**
 * Context of a viewer, since a browser can have both kinds of sessions. `allowEmbedding` permits pages of other origins to show the
 * answer.
 */
export type ViewerContext = Basics & {
  userId: string | null;
  staff: (RoleHolder & { id: string }) | null;
  allowEmbedding: () => void;
};

type Args = LoaderFunctionArgs | ActionFunctionArgs;

type GuardMarks = { intents?: readonly string[]; hasFile?: boolean; rights?: FormRights<string> };

const markGuarded = <F>(
  guard: string,
  handler: F,
  { intents = [], hasFile = false, rights }: GuardMarks = {},
): F & { guard: string } => Object.assign(handler as F & object, { guard, intents, hasFile, rights });

const createBasics = ({ request, params, context }: Args): Basics => ({
  request,
  params,
  url: new URL(request.url),
  address: context.address,
  requestId: context.requestId,
  allowFrames: context.allowFrames,
  onClose: context.onClose ?? (() => {}),
  connection: context.connection,
  mayStayOpen: context.mayStayOpen ?? true,
});

const signedInAgainMessage = (email: string) =>
  `You signed in again, as ${email}, since this page was opened, so nothing was done.`;

/** Guard of pages that may be cached. Their forms have no token, so their actions must not change anything of an account. */
export const publicRoute = {
  loader: <T>(handler: (context: Basics) => Promise<T>) =>
    markGuarded('publicRoute', (args: LoaderFunctionArgs) =>
      withErrorResponses(args, () => handler(createBasics(args))),
    ),
  action: ((handler, intents = []) =>
    markGuarded(
      'publicRoute',
      (args) =>
        withErrorResponses(args, async () =>
          handler({ ...createBasics(args), ...(await readFormWithIntent(args.request, intents)) }),
        ),
      { intents, hasFile: handler.hasFile },
    )) as MakeAction<Basics>,
};

function withCookie<T>(answer: T, cookie: string | undefined): T {
  if (!cookie) return answer;
  if (answer instanceof Response) {
    answer.headers.append('Set-Cookie', cookie);
    return answer;
  }
  const wrapped = answer as { type?: string; data?: unknown; init?: ResponseInit | null };
  const isData = wrapped?.type === 'DataWithResponseInit';
  const headers = new Headers(isData ? wrapped.init?.headers : undefined);
  headers.append('Set-Cookie', cookie);
  return (isData ? data(wrapped.data, { ...wrapped.init, headers }) : data(answer, { headers })) as T;
}

/** Bindings by request. Loaders of one page run in parallel, and all its forms must use the token of one cookie. */
const bindingsByContext = new WeakMap<object, ReturnType<typeof anonymousBinding>>();

function getFormTokenBinding({ request, context }: Args): ReturnType<typeof anonymousBinding> {
  const known = bindingsByContext.get(context) ?? anonymousBinding(request);
  bindingsByContext.set(context, known);
  return known;
}

const NO_COOKIE_MESSAGE =
  'Your browser sent no cookie of this site, or an old one, so nothing was done. If this happens twice, allow cookies.';

export const visitor = {
  loader: <T>(handler: (context: VisitorContext) => Promise<T>) =>
    markGuarded('visitor', (args: LoaderFunctionArgs) =>
      withErrorResponses(args, async () => {
        const { binding, setCookie } = await getFormTokenBinding(args);
        return withCookie(await handler({ ...createBasics(args), csrf: formToken(binding) }), setCookie);
      }),
    ),
  action: ((handler, intents = []) =>
    markGuarded(
      'visitor',
      (args) =>
        withErrorResponsesForForm(args, async () => {
          const { binding, setCookie } = await getFormTokenBinding(args);
          const why = setCookie ? NO_COOKIE_MESSAGE : 'This page was too old to be used. Nothing was done.';
          const context = { ...createBasics(args), csrf: formToken(binding) };
          const answer = await handleOwnForm(args.request, { binding, why, intents }, (posted) =>
            handler({ ...context, ...posted }),
          );
          return withCookie(answer, setCookie);
        }),
      { intents, hasFile: handler.hasFile },
    )) as MakeAction<VisitorContext>,
};

async function requireInvestor(args: Args): Promise<InvestorContext> {
  const { secret, found } = await findInvestor(args.request);
  if (!found || !secret) {
    const isPost = args.request.method === 'POST' && (args.context.mayStayOpen ?? true);
    const input = secret && isPost ? await storeSubmittedForm(args.request, secret) : [];
    throw await redirectToSignIn(args.request, 'session', secret, input);
  }
  return {
    ...createBasics(args),
    user: found.user,
    sessionHash: hashSecret(secret),
    isRemembered: isRemembered(found.session),
    csrf: formToken(found.session.tokenHash),
  };
}

const investorAction = ((handler, intents = []) =>
  markGuarded(
    'investor',
    (args) =>
      withErrorResponsesForForm(args, async () => {
        const context = await requireInvestor(args);
        const why = signedInAgainMessage(context.user.email);
        return await handleOwnForm(args.request, { binding: context.sessionHash, why, intents }, (posted) =>
          handler({ ...context, ...posted }),
        );
      }),
    { intents, hasFile: handler.hasFile },
  )) as MakeAction<InvestorContext>;

/** Guard for the signed-in investor. Redirects other visitors to /login. */
export const investor = {
  loader: <T>(handler: (context: InvestorContext) => Promise<T>) =>
    markGuarded('investor', (args: LoaderFunctionArgs) =>
      withErrorResponses(args, async () => handler(await requireInvestor(args))),
    ),
  action: investorAction,
  actions: dispatchByIntent(investorAction),
};

export async function findCurrentInvestor(
  request: globalThis.Request,
): Promise<Pick<InvestorContext, 'user' | 'csrf' | 'isRemembered'> | null> {
  const { found } = await findInvestor(request);
  if (!found) return null;
  const { user, session } = found;
  return { user, csrf: formToken(session.tokenHash), isRemembered: isRemembered(session) };
}

/** Returns the signed-in administrator, if any, for `/admin`, which shows the login to others. */
export async function findCurrentAdministrator(
  request: globalThis.Request,
): Promise<{ administrator: Administrator; csrf: string } | null> {
  const { found } = await findAdmin(request);
  if (found) redirectToSecondFactorSetup(found, new URL(request.url));
  return found && { administrator: found.administrator, csrf: formToken(found.session.tokenHash) };
}

const PATHS_WITHOUT_SECOND_FACTOR = new Set(['/admin/security', '/admin/logout']);

/** Redirects an administrator without a second factor to its setup, in live mode. */
function redirectToSecondFactorSetup({ factorSince }: { factorSince: Date | null }, { pathname }: URL): void {
  if (isPaper() || factorSince || PATHS_WITHOUT_SECOND_FACTOR.has(pathname)) return;
  throw redirect('/admin/security', 303);
}

async function requireAdmin(args: Args): Promise<AdminContext> {
  const { secret, found } = await findAdmin(args.request);
  if (!found || !secret) throw await redirectToSignIn(args.request, 'admin', secret);
  const known = createBasics(args);
  redirectToSecondFactorSetup(found, known.url);
  return {
    ...known,
    administrator: found.administrator,
    sessionHash: hashSecret(secret),
    csrf: formToken(found.session.tokenHash),
  };
}

/** Throws a 403 unless the administrator's role has the right. The role is read at every request. */
export function requireRight(administrator: Administrator, right: Right): void {
  if (!hasRight(administrator, right)) throw data(describeForbidden(administrator, right), { status: 403 });
}

/** Checks the right for a form. In live mode also refuses changes for a day after a reset by mailed link. */
async function requireRightToChange(administrator: Administrator, right: Right): Promise<void> {
  requireRight(administrator, right);
  const held = await refuseWhileReadOnly(read(), administrator.id, right);
  if (held && !held.ok) throw data(held.error.message, { status: 403 });
}

const adminAction = ((rights, handler, input) => {
  const intents = input ?? (typeof rights === 'string' ? [] : (Object.keys(rights) as never[]));
  return markGuarded(
    'admin',
    (args) =>
      withErrorResponsesForForm(args, async () => {
        const context = await requireAdmin(args);
        // Checked before the form is read, since it may contain a file.
        if (typeof rights === 'string') await requireRightToChange(context.administrator, rights);
        const why = signedInAgainMessage(context.administrator.email);
        return await handleOwnForm(args.request, { binding: context.sessionHash, why, intents }, async (posted) => {
          if (typeof rights !== 'string') await requireRightToChange(context.administrator, rights[posted.intent]);
          return await handler({ ...context, ...posted });
        });
      }),
    { intents, hasFile: handler.hasFile, rights },
  );
}) as MakeAdminAction;

/** Guard for a signed-in administrator whose role has the right. Redirects other visitors to /admin, which has the login. */
export const admin = {
  loader: <T>(right: Right, handler: (context: AdminContext) => Promise<T>) =>
    markGuarded(
      'admin',
      (args: LoaderFunctionArgs) =>
        withErrorResponses(args, async () => {
          const context = await requireAdmin(args);
          requireRight(context.administrator, right);
          return await handler(context);
        }),
      { rights: right },
    ),
  action: adminAction,
  actions: <T, const I extends string>(
    rights: FormRights<I>,
    handlers: Record<I, FormHandler<AdminContext & { form: FormData }, T>>,
  ) => {
    // The intents are the names of the handlers, which are also the names of the rights.
    const created: MakeAction<AdminContext> = (handler, intents) => adminAction(rights as never, handler, intents);
    return dispatchByIntent(created)<T>(handlers);
  },
};

async function findViewer(
  request: globalThis.Request,
  address: string,
): Promise<Pick<ViewerContext, 'userId' | 'staff'>> {
  const authorization = request.headers.get('Authorization');
  if (parseBearerKey(authorization)) {
    const holder = await findKeyHolder(authorization, address);
    if (holder.ok)
      return { userId: holder.value.key.scopes.includes('read') ? holder.value.user.id : null, staff: null };
    const desk = await findStaffKeyHolder(authorization, address);
    if (!desk.ok) return { userId: null, staff: null };
    const { administrator, key } = desk.value;
    return { userId: null, staff: { ...administrator, keyRights: key.scopes } };
  }
  const token = request.headers.get('x-access-token');
  const investor =
    (await findSessionInvestor(await readCookie(request, 'session'), 'investor')) ??
    (await findSessionInvestor(token, 'api'));
  const administrator =
    (await findSessionAdministrator(await readCookie(request, 'admin'), 'admin')) ??
    (await findSessionAdministrator(token, 'api'));
  return {
    // The token of a registration becomes valid when the address is verified.
    userId: investor?.user.emailVerifiedAt ? investor.user.id : null,
    // An administrator who must still enable the second factor can't see users' documents.
    staff: administrator && (isPaper() || administrator.factorSince) ? administrator.administrator : null,
  };
}

/** Guard for anyone, signed in or not, by cookie or token: for files. The handler checks the access. */
export const viewer = {
  loader: <T>(handler: (context: ViewerContext) => Promise<T>) =>
    markGuarded('viewer', (args: LoaderFunctionArgs) =>
      withErrorResponses(args, async () =>
        handler({
          ...createBasics(args),
          ...(await findViewer(args.request, args.context.address)),
          allowEmbedding: () => args.context.allowEmbedding?.(),
        }),
      ),
    ),
};

/** Returns the response of a missing thing, also used if it belongs to another user. */
export const notFoundResponse = (request: globalThis.Request) =>
  respondWithRefusalPage(request, 404, 'There is nothing at this address.');
