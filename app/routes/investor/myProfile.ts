import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

export const loader = investor.loader(async () => redirect('/settings', 303));
