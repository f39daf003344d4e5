import type { Handler } from '~/web/guard/api.server';
import type { CallName, Calls } from './calls';

/** What does the work of one call of the table. */
export type CallHandler<N extends CallName> = Handler<Calls[N]>;
