/** Framework functions for loaders and actions; a move to another framework changes this module. */
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
