import { pino } from 'pino';
import { env } from './env';
import { once } from './once';

/**
 * The structured log, one JSON object a line on standard error. Fields are passed one by one on purpose: never hand it a
 * request, a form or a row, which may hold what nobody should read.
 */
export const log = () =>
  once('log', () => pino({ level: env().LOG_LEVEL, base: null }, pino.destination({ fd: 2, sync: true })));
