import { redirect } from '@remix-run/node';
import { investor } from '~/platform/guard/index.server';

/** The spec has two names for one page. */
export const loader = investor.loader(async () => redirect('/settings', 303));
