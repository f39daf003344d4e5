// Must precede every other module of the page.
import { PRODUCT_NAME } from '~/platform/text/productName';
import '~/web/zodWithoutEval';
import type { HeadersArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { getPartFaults } from '~/features/backoffice/alerts/processHealth.server';
import { announcementsFor } from '~/features/backoffice/announcements/announcements.server';
import { PageHead } from '~/features/site/marketing/components/PageHead';
import { ProblemFrame } from '~/features/site/marketing/components/ProblemFrame';
import { RouteProblem } from '~/features/site/shell/RouteProblem';
import { type RootData, useRootData } from '~/features/site/shell/rootData';
import { SiteBanner } from '~/features/site/shell/SiteBanner';
import { env } from '~/platform/env';
import { getOperatorDetails } from '~/platform/installation/operator.server';
import { hasPersonCookie } from '~/web/cookies/personCookie.server';
import { readTheme } from '~/web/cookies/theme.server';
import { publicRoute } from '~/web/guard/index.server';
import { useRequestFacts } from '~/web/requestFacts';
import { isSavingData } from '~/web/server/answers/compress.server';
import { useHydrated } from './ui/browser/hydrated';
import signedInStyles from './ui/signedIn.css?url';
import styles from './ui/styles.css?url';

export const links = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta = () => [{ title: PRODUCT_NAME }];

export const loader = publicRoute.loader(
  async ({ request }): Promise<RootData> => ({
    theme: readTheme(request),
    signedIn: hasPersonCookie(request.headers.get('Cookie')),
    savesData: isSavingData(request.headers.get('Save-Data')),
    operator: getOperatorDetails(),
    support: env().SUPPORT_EMAIL,
    ...(getPartFaults().some(({ part }) => part === 'storage') ? { uploadsUnavailable: true as const } : {}),
    announcements: announcementsFor('all', request.headers.get('Cookie')),
  }),
);

/** Headers of a guard's error: the retry time and the allowed methods. */
export const headers = ({ errorHeaders }: HeadersArgs) => errorHeaders ?? new Headers();

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { nonce } = useRequestFacts();
  // Only layouts that request it are hydrated. Other pages, and pages whose layout failed to load, send no script.
  const matches = useMatches();
  const hydrated = matches.some(
    ({ handle, data }) => data !== undefined && (handle as { hydrate?: boolean } | undefined)?.hydrate,
  );
  // The page for an unknown address shows the menus to a signed-in person, without scripts.
  const isFramed = hydrated || matches.some(({ data }) => (data as { frame?: unknown } | undefined)?.frame);
  return (
    <html lang="en" data-theme={root?.theme ?? undefined} data-typeface={root?.savesData ? undefined : ''}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f6f8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e131a" />
        <Meta />
        <Links />
        {isFramed && <link rel="stylesheet" href={signedInStyles} />}
        <PageHead />
      </head>
      <body>
        {children}
        {hydrated && (
          <>
            <ScrollRestorer />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** Restores the scroll position. Browsers do that until React runs, so Remix's script for that time is omitted. */
const ScrollRestorer = () => (useHydrated() ? <ScrollRestoration /> : null);

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <ProblemFrame banner={<SiteBanner />}>
      <RouteProblem />
    </ProblemFrame>
  );
}
