import { verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { publicRoute } from '~/web/guard/index.server';
import { isProgram } from '~/web/server/checks/program';

const NO_STORE_HEADERS = { 'Cache-Control': 'no-store' };

/** Answers a program that follows the verification link: `status` 200 means verified. A GET changes nothing. */
export const loader = publicRoute.loader(async ({ request, params: { id = '', token = '' } }) => {
  if (request.method === 'HEAD') return new Response(null, { headers: NO_STORE_HEADERS });
  if (!isProgram((name) => request.headers.get(name))) {
    const message = 'Send Accept: application/json, or open the link without /status in a browser.';
    return Response.json({ status: 406, message }, { status: 406, headers: NO_STORE_HEADERS });
  }
  const opened = await verifyEmail({ id, secret: token });
  const status = opened.ok ? 200 : 400;
  const message = opened.ok ? 'Email verified' : opened.error.message;
  return Response.json({ status, message }, { status, headers: NO_STORE_HEADERS });
});
