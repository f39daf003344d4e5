import { createAccountFile } from '~/features/money/statements/accountData.server';
import { isPaper } from '~/platform/env';
import { investor } from '~/web/guard/index.server';

export const loader = investor.loader(async ({ user }) => {
  return new Response(await createAccountFile(user), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="mirrorbook-account${isPaper() ? '-paper' : ''}.json"`,
      'Cache-Control': 'no-store',
    },
  });
});
