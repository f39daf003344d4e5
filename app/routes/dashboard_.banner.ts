import { redirect } from '@remix-run/node';
import { setCookie } from '~/platform/cookies.server';
import { investor } from '~/platform/guard/index.server';

/** Somebody who reloads, or types the address: putting the banner away is a press of a button. */
export const loader = investor.loader(async () => redirect('/dashboard', 303));

/** Puts the banner about a first deposit away, for this user in this browser. */
export const action = investor.action(async ({ user }) =>
  redirect('/dashboard', { status: 303, headers: { 'Set-Cookie': await setCookie('banner', user.id) } }),
);

/** Never seen, since both lead elsewhere; with it a refusal is a page of ours, without it bare JSON. */
export default function PuttingAway() {
  return null;
}
