/** The headers of server-sent events. `no-transform` keeps compression, ours and a proxy's, from holding them back. */
export const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Its connection serves nothing else, so that a server that ends need not wait for it to fall idle.
  Connection: 'close',
};

/** What loaders and actions take from the framework; a move to another one changes this module. */
export type {
  ActionFunctionArgs,
  AppLoadContext,
  Cookie,
  EntryContext,
  HeadersArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ServerBuild,
} from '@remix-run/node';
export { createCookie, createReadableStreamFromReadable, createRequestHandler, data, redirect } from '@remix-run/node';
