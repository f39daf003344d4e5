import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createRequestHandler, type EntryContext } from '~/web/responses.server';
import {
  type FormProps,
  type LinkProps,
  Outlet,
  Form as RemixForm,
  Link as RemixLink,
  RemixServer,
} from '~/web/router';
import { Form, Link } from './Link';

const LINKS: LinkProps[] = [
  { to: '/' },
  { to: '/settings' },
  { to: '/checkout?method=USDT%20TRC20&amount=75#proof' },
  { to: '/settings/', className: 'a', 'aria-current': 'page', id: 'x' },
  { to: '/plans?plan=starter', preventScrollReset: true, replace: true, prefetch: 'intent' },
  { to: '/account.json', reloadDocument: true },
  { to: '/traders', discover: 'none' },
  { to: '?before=1' },
  { to: '#clip' },
  { to: 'mailto:support@mirrorbook.example' },
  { to: 'https://example.com/' },
  { to: '//example.com/' },
  { to: { pathname: '/faq', search: 'a=1' } },
];

const FORMS: FormProps[] = [
  { action: '/logout', method: 'post', id: 'x', className: 'a' },
  { action: '/traders' },
  {
    action: '/kyc?step=2',
    method: 'post',
    encType: 'multipart/form-data',
    preventScrollReset: true,
    onSubmit: () => {},
  },
  { action: '/theme', method: 'post', reloadDocument: true },
  { method: 'post' },
  { action: '.', method: 'post' },
  { action: '?step=code', method: 'post' },
];

let shown: ReactElement = <p />;

/** Creates a route of the assets manifest without files to load. */
const part = (id: string, parentId?: string) => ({ id, parentId, path: parentId && id, module: '', imports: [] });

/** Handler of a page at `/traders` that contains only the element. */
const render = createRequestHandler(
  {
    entry: {
      module: {
        default: (request: Request, _status: number, headers: Headers, context: EntryContext) => {
          context.serverHandoffStream = undefined;
          return new Response(renderToString(<RemixServer context={context} url={request.url} />), { headers });
        },
      },
    },
    routes: {
      root: { ...part('root'), module: { default: Outlet } },
      traders: { ...part('traders', 'root'), module: { default: () => shown } },
    },
    assets: { entry: { imports: [], module: '' }, routes: { root: part('root'), traders: part('traders', 'root') } },
    future: { v3_singleFetch: true, v3_relativeSplatPath: true },
  } as unknown as Parameters<typeof createRequestHandler>[0],
  'test',
);

/** Returns an element's markup with its attributes sorted. */
async function parts(element: ReactElement): Promise<string[]> {
  shown = element;
  const facts = { requestId: '', address: '', nonce: '', allowFrames: () => {} };
  const page = await (await render(new Request('http://mirrorbook.test/traders?search=a'), facts)).text();
  expect(page).toMatch(/^<(a|form) [^>]*>Words</);
  return page.split(/(?<=") |(?<=^<a|^<form) |>/).sort();
}

test.each(LINKS)('a link to $to is the same element as Remix’s', async (props) => {
  expect(await parts(<Link {...props}>Words</Link>)).toEqual(await parts(<RemixLink {...props}>Words</RemixLink>));
});

test.each(FORMS)('a form with $action and $method is the same element as Remix’s', async (props) => {
  expect(await parts(<Form {...props}>Words</Form>)).toEqual(await parts(<RemixForm {...props}>Words</RemixForm>));
});
