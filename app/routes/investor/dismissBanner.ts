import { setCookie } from '~/web/cookies/cookies.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** A GET (a reload, an entered address) changes nothing; dismissing the banner needs a post. */
export const loader = investor.loader(async () => redirect('/dashboard', 303));

export const action = investor.action(async ({ user }) =>
  redirect('/dashboard', { status: 303, headers: { 'Set-Cookie': await setCookie('banner', user.id) } }),
);

/** Renders nothing, since loader and action redirect. Without a component, Remix would answer a refusal with bare JSON. */
export default function DismissBanner() {
  return null;
}
