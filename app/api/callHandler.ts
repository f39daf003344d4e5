import type { Handler } from '~/web/guard/api.server';
import type { CallName, Calls } from './calls';

export type CallHandler<N extends CallName> = Handler<Calls[N]>;
