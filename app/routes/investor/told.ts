import { toldOf } from '~/features/site/updates/told.server';
import { investor } from '~/web/guard/index.server';

const HEADERS = { 'Cache-Control': 'no-store' };

export const loader = investor.loader(async ({ user }) => Response.json(await toldOf(user.id), { headers: HEADERS }));
