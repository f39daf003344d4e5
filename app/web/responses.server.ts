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
