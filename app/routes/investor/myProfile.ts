import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** The settings under another address, which older links lead to. */
export const loader = investor.loader(async () => redirect('/settings', 303));
