import { administratorOf, investorOf } from '~/signIns/session.server';
import { inPhase } from '~/platform/process/work';
import { readCookie } from '../cookies/cookies.server';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '../responses.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Signed-in people by request: the loaders of one page look up once. */
const investors = new WeakMap<object, ReturnType<typeof lookUpInvestor>>();
const administrators = new WeakMap<object, ReturnType<typeof lookUpAdmin>>();

function askedOnce<F>(asked: WeakMap<object, F>, { context }: Args, find: () => F): F {
  const found = asked.get(context) ?? find();
  asked.set(context, found);
  return found;
}

/** Forgets the lookup: an action may change who is signed in. */
export function askAgain({ context }: Args): void {
  investors.delete(context);
  administrators.delete(context);
}

async function lookUpInvestor({ request }: Args) {
  const secret = await readCookie(request, 'session');
  return { secret, found: await investorOf(secret, 'investor') };
}

async function lookUpAdmin({ request }: Args) {
  const secret = await readCookie(request, 'admin');
  return { secret, found: await administratorOf(secret, 'admin') };
}

export const findInvestor = (args: Args) => askedOnce(investors, args, () => inPhase('guard', () => lookUpInvestor(args)));

export const findAdmin = (args: Args) => askedOnce(administrators, args, () => inPhase('guard', () => lookUpAdmin(args)));
