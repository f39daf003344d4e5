import { lazy, Suspense } from 'react';
import { AdminFrame, findMenuTitle } from '~/features/backoffice/admin/components/AdminFrame';
import { countWaiting, loadOverview } from '~/features/backoffice/admin/overview.server';
import { announcementsFor } from '~/features/backoffice/announcements/announcements.server';
import { findBooksAlarm } from '~/features/money/books/checkBooks.server';
import { SignInStep } from '~/features/people/staff/components/SignInStep';
import { adminSignInSchema } from '~/features/people/staff/schema';
import { finishAdminSignIn, signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { otpSchema } from '~/features/people/twofactor/schema';
import { RouteProblem } from '~/features/site/shell/RouteProblem';
import { SiteBanner } from '~/features/site/shell/SiteBanner';
import { HelpLinks } from '~/features/site/shell/SupportLink';
import { describePaymentBlock, getPaymentBlock } from '~/ledger/proof/paymentsWait.server';
import { read } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { adminAccount } from '~/signIns/knownDevice.server';
import { hasRight } from '~/signIns/rights';
import { lacksSecondAdministrator } from '~/signIns/twoAdministrators.server';
import { AuthShell } from '~/ui/shell/Shell';
import { clearCookie, readCookie, setCookie } from '~/web/cookies/cookies.server';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { consumeToast, redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { completeSignIn } from '~/web/guard/endedSession.server';
import { findCurrentAdministrator, visitor } from '~/web/guard/index.server';
import { data, type HeadersArgs, type MetaFunction, redirect } from '~/web/responses.server';
import { Outlet, useLoaderData, useRouteLoaderData, useSearchParams } from '~/web/router';
import { findPendingSignIn } from '../auth/pendingSignIn.server';

export { revalidateAfterForbidden as shouldRevalidate } from '~/web/form/revalidateAfterForbidden';

export const handle = { hydrate: true, inMaintenance: true };

/** Returns the page's title; a page without its own title has that of its menu entry. */
export const meta: MetaFunction = ({ location }) => [
  { title: pageTitle(findMenuTitle(location.pathname) ?? 'Administration') },
];

export const headers = ({ errorHeaders }: HeadersArgs) => errorHeaders ?? new Headers();

const isSecondStep = (query: URLSearchParams) => query.get('step') === 'code';

/**
 * Loads the frame. It is open to visitors, who log in here. It also loads the overview, since another visitor loader would create a
 * second CSRF token.
 */
export const loader = visitor.loader(async ({ request, url, csrf }) => {
  const { toast, headers } = await consumeToast(request);
  const current = await findCurrentAdministrator(request);
  if (!current && isSecondStep(url.searchParams) && !(await findPendingSignIn(request, 'admin')))
    throw redirect('/admin', 303);
  if (!current) return data({ toast, csrf, signedIn: null }, { headers });
  const { name, email } = current.administrator;
  const overview = url.pathname.replace(/\/$/, '') === '/admin' ? await loadOverview(current.administrator) : null;
  const wait = await getPaymentBlock();
  const leads = wait?.kind === 'restored' && hasRight(current.administrator, 'payments:read');
  const signedIn = {
    name,
    email,
    role: current.administrator.role,
    waiting: await countWaiting(current.administrator),
    alarm: await findBooksAlarm(),
    paymentsWait: wait && { text: describePaymentBlock(wait), leads },
    alone: await lacksSecondAdministrator(read()),
    announcements: announcementsFor('staff', request.headers.get('Cookie')),
    overview,
  };
  return data({ toast, csrf: current.csrf, signedIn }, { headers });
});

/** Logs in. The action belongs to the frame, so that the URL stays `/admin`, without `?index` of a page inside. */
export const action = visitor.action(async ({ request, form, address, url }) => {
  const known = await readCookie(request, 'known');
  const client = { address, userAgent: request.headers.get('User-Agent'), known };
  const second = isSecondStep(url.searchParams);
  const sent = second ? await parseSubmission(form, otpSchema) : await parseSubmission(form, adminSignInSchema);
  if (!sent.ok) return sent.refused;
  const signedIn =
    'otp' in sent.value
      ? await finishAdminSignIn(await findPendingSignIn(request, 'admin'), sent.value.otp, client)
      : await signInAdministrator(sent.value, client);
  if (!signedIn.ok) {
    const { second: pending } = signedIn.error;
    if (!pending) return sent.refuse(signedIn.error);
    return redirect('/admin?step=code', { status: 303, headers: { 'Set-Cookie': await setCookie('second', pending) } });
  }
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  const { to, forget } = await completeSignIn(request, 'admin');
  return await redirectWithToast(to, toast, [
    ['Set-Cookie', await setCookie('admin', signedIn.value.secret)],
    ['Set-Cookie', await clearCookie('second')],
    await rememberDevice(request, adminAccount(signedIn.value.administrator)),
    forget,
  ]);
});

const SignIn = import.meta.env.SSR
  ? SignInStep
  : lazy(async () => ({ default: (await import('~/features/people/staff/components/SignInStep')).SignInStep }));

export default function AdminLayout() {
  const frame = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <AdminFrame {...frame} banner={<SiteBanner />}>
      {frame.signedIn ? (
        <Outlet />
      ) : (
        <Suspense>
          <SignIn second={isSecondStep(query)} />
        </Suspense>
      )}
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('routes/admin/layout');
  if (!frame?.signedIn) {
    return (
      <AuthShell banner={<SiteBanner />} help={<HelpLinks />}>
        <RouteProblem home={{ href: '/admin', label: 'Go to the overview' }} />
      </AuthShell>
    );
  }
  return (
    <AdminFrame {...frame} toast={null} banner={<SiteBanner />}>
      <RouteProblem home={{ href: '/admin', label: 'Go to the overview' }} />
    </AdminFrame>
  );
}
