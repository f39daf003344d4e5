import { ProblemFrame } from '~/features/site/marketing/components/ProblemFrame';
import { InvestorFrame } from '~/features/site/shell/InvestorFrame';
import { investorTitle } from '~/features/site/shell/investorNav';
import { RouteProblem } from '~/features/site/shell/RouteProblem';
import { SiteBanner } from '~/features/site/shell/SiteBanner';
import { loadShell } from '~/features/site/shell/shell.server';
import { summarizeUpdatesSince } from '~/features/site/updates/notifications.server';
import { PRODUCT_NAME, pageTitle } from '~/platform/text/productName';
import { readCookie, setCookie } from '~/web/cookies/cookies.server';
import { consumeToast } from '~/web/cookies/toast.server';
import { investor } from '~/web/guard/index.server';
import { consumeStoredForm } from '~/web/guard/storedForm.server';
import { data, type HeadersArgs, type MetaFunction } from '~/web/responses.server';
import { Outlet, useLoaderData, useRouteLoaderData } from '~/web/router';

export { revalidateAfterForbidden as shouldRevalidate } from '~/web/form/revalidateAfterForbidden';

export const handle = { hydrate: true };

/** Returns the page's title; a page without its own title has that of its menu entry. */
export const meta: MetaFunction = ({ location }) => {
  const title = investorTitle(location.pathname);
  return [{ title: title ? pageTitle(title) : PRODUCT_NAME }];
};

export const loader = investor.loader(async ({ request, csrf, isRemembered, user, mayStayOpen: isWholePage }) => {
  const taken = await consumeToast(request);
  const shell = await loadShell(user, request.headers.get('Cookie'));
  const headers = new Headers(taken.headers);
  // Time of the last full page, for readers without scripts. Scripts request news themselves.
  const since = isWholePage ? await readLastVisit(request, user.id) : null;
  if (isWholePage) headers.append('Set-Cookie', await setCookie('looked', `${user.id} ${shell.drawnAt.getTime()}`));
  const before = isWholePage ? await consumeStoredForm(request, user.id) : null;
  for (const header of before?.headers ?? []) headers.append(...header);
  const fresh = { toast: taken.toast, since: since && (await summarizeUpdatesSince(user.id, since)) };
  return data({ csrf, isRemembered, storedAnswer: before?.storedAnswer, ...fresh, ...shell }, { headers });
});

async function readLastVisit(request: Request, userId: string): Promise<Date | null> {
  const [id, at] = (await readCookie(request, 'looked'))?.split(' ') ?? [];
  return id === userId && at ? new Date(Number(at)) : null;
}

/** Returns the headers of a thrown response, such as `Retry-After` and `Allow`. */
export const headers = ({ errorHeaders }: HeadersArgs) => errorHeaders ?? new Headers();

export default function InvestorLayout() {
  return (
    <InvestorFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </InvestorFrame>
  );
}

export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('routes/investor/layout');
  if (!frame) {
    return (
      <ProblemFrame banner={<SiteBanner />}>
        <RouteProblem />
      </ProblemFrame>
    );
  }
  return (
    <InvestorFrame {...frame} toast={null}>
      <RouteProblem home={{ href: '/dashboard', label: 'Go to Home' }} />
    </InvestorFrame>
  );
}
