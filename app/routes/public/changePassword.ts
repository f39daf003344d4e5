import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

export const loader = publicRoute.loader(async () => redirect('/settings/password', { status: 303 }));
