import { listUpdates } from '~/features/site/updates/notifications.server';
import { investor } from '~/web/guard/index.server';

const NO_STORE_HEADERS = { 'Cache-Control': 'no-store' };

export const loader = investor.loader(async ({ user }) =>
  Response.json(await listUpdates(user.id), { headers: NO_STORE_HEADERS }),
);
