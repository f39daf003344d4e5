import { verifyEmail } from '~/features/auth/verifyEmail.server';
import { publicRoute } from '~/platform/guard/index.server';

/** What the verification link answers to a program: `status` 200 means verified. */
export const loader = publicRoute.loader(async ({ request, params: { id = '', token = '' } }) => {
  if (request.method === 'HEAD') return new Response(null);
  const opened = await verifyEmail({ id, secret: token });
  const status = opened.ok ? 200 : 400;
  const message = opened.ok ? 'Email verified' : opened.error.message;
  return Response.json({ status, message }, { status, headers: { 'Cache-Control': 'no-store' } });
});
