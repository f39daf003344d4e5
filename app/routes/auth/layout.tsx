import { RouteProblem } from '~/features/site/shell/RouteProblem';
import { SiteBanner } from '~/features/site/shell/SiteBanner';
import { HelpLinks } from '~/features/site/shell/SupportLink';
import { findSessionInvestor } from '~/signIns/session.server';
import { FormProvider } from '~/ui/forms/Form';
import { Toast } from '~/ui/messages/Notice';
import { AuthShell } from '~/ui/shell/Shell';
import { readCookie } from '~/web/cookies/cookies.server';
import { consumeToast } from '~/web/cookies/toast.server';
import { visitor } from '~/web/guard/index.server';
import { data, redirect } from '~/web/responses.server';
import { Outlet, useLoaderData } from '~/web/router';

export { revalidateAfterForbidden as shouldRevalidate } from '~/web/form/revalidateAfterForbidden';

export const handle = { hydrate: true };

const VISITOR_PATHS = new Set(['/login', '/signup']);

export const loader = visitor.loader(async ({ request, csrf, url }) => {
  if (VISITOR_PATHS.has(url.pathname.replace(/\/$/, ''))) {
    const signedIn = await findSessionInvestor(await readCookie(request, 'session'), 'investor');
    if (signedIn) throw redirect('/dashboard', 303);
  }
  const { toast, headers } = await consumeToast(request);
  return data({ csrf, toast }, { headers });
});

export default function AuthLayout() {
  const { csrf, toast } = useLoaderData<typeof loader>();
  return (
    <FormProvider value={{ csrf }}>
      <AuthShell banner={<SiteBanner />} toast={toast && <Toast key={toast.text} {...toast} />} help={<HelpLinks />}>
        <Outlet />
      </AuthShell>
    </FormProvider>
  );
}

/** Error page within the frame. The browser has the frame's scripts, so hydration must find the markup that the server rendered. */
export function ErrorBoundary() {
  return (
    <AuthShell banner={<SiteBanner />} help={<HelpLinks />}>
      <RouteProblem />
    </AuthShell>
  );
}
