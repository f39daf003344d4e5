import { PublicFrame } from '~/features/marketing/components/PublicFrame';
import { InvestorFrame } from '~/features/shell/InvestorFrame';
import { RouteProblem } from '~/features/shell/RouteProblem';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { shellOf } from '~/features/shell/shell.server';
import { investor } from '~/web/guard/index.server';
import { data, type HeadersArgs } from '~/web/responses.server';
import { Outlet, useLoaderData, useRouteLoaderData } from '~/web/router';
import { takeToast } from '~/web/toast.server';

export { revalidateOldPage as shouldRevalidate } from '~/web/form/oldPage';

export const handle = { hydrate: true };

export const loader = investor.loader(async ({ request, csrf, user }) => {
  const { toast, headers } = await takeToast(request);
  return data({ csrf, toast, ...(await shellOf(user, request.headers.get('Cookie'))) }, { headers });
});

/** What a guard threw keeps its headers: when to try again, which methods there are. */
export const headers = ({ errorHeaders }: HeadersArgs) => errorHeaders ?? new Headers();

export default function InvestorLayout() {
  return (
    <InvestorFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </InvestorFrame>
  );
}

/** A page that fails leaves its frame standing. */
export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('routes/investor/layout');
  if (!frame) {
    return (
      <PublicFrame banner={<SiteBanner />}>
        <RouteProblem />
      </PublicFrame>
    );
  }
  return (
    <InvestorFrame {...frame} toast={null}>
      <RouteProblem home={{ href: '/dashboard', label: 'Go to the dashboard' }} />
    </InvestorFrame>
  );
}
