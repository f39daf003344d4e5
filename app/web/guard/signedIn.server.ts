import { administratorOf, investorOf } from '~/signIns/session.server';
import { readCookie } from '../cookies/cookies.server';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '../responses.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Who was found to be signed in, for each request: the loaders of one page ask once. */
const investors = new WeakMap<object, ReturnType<typeof lookUpInvestor>>();
const administrators = new WeakMap<object, ReturnType<typeof lookUpAdmin>>();

function askedOnce<F>(asked: WeakMap<object, F>, { context }: Args, find: () => F): F {
  const found = asked.get(context) ?? find();
  asked.set(context, found);
  return found;
}

/** What an action does may change who is signed in, or what is known of them. */
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

/** The investor who is signed in in this browser, and the secret of the sign-in. */
export const findInvestor = (args: Args) => askedOnce(investors, args, () => lookUpInvestor(args));

/** The administrator who is signed in in this browser, and the secret of the sign-in. */
export const findAdmin = (args: Args) => askedOnce(administrators, args, () => lookUpAdmin(args));
