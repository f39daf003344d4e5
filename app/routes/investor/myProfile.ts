import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** The spec has two names for one page. */
export const loader = investor.loader(async () => redirect('/settings', 303));
