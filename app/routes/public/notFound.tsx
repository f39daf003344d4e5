import { ProblemFrame } from '~/features/site/marketing/components/ProblemFrame';
import { InvestorFrame } from '~/features/site/shell/InvestorFrame';
import { StatusProblem } from '~/features/site/shell/RouteProblem';
import { SiteBanner } from '~/features/site/shell/SiteBanner';
import { loadShell } from '~/features/site/shell/shell.server';
import { pageTitle } from '~/platform/text/productName';
import { LinkRow } from '~/ui/landing/Landing';
import { findCurrentInvestor, visitor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { type ClientLoaderFunctionArgs, useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Page not found') }];

const SUGGESTED_LINKS = [
  { href: '/about', label: 'How copying works' },
  { href: '/markets', label: 'Markets' },
  { href: '/faq', label: 'Questions and answers' },
  { href: '/login', label: 'Log in' },
  { href: '/signup', label: 'Sign up' },
];

/** Answers every address without a page. Signed-in users keep their menus. */
export const loader = visitor.loader(async ({ request }) => {
  const current = await findCurrentInvestor(request);
  const frame = current && {
    csrf: current.csrf,
    isRemembered: current.isRemembered,
    ...(await loadShell(current.user, request.headers.get('Cookie'))),
  };
  return data({ frame }, { status: 404 });
});

/** Loads an address that the browser's routes lack as a document, since the server has pages without React. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<never> {
  location.assign(request.url);
  return new Promise(() => {});
}

export default function NotFound() {
  const { frame } = useLoaderData<typeof loader>();
  if (!frame) {
    return (
      <ProblemFrame banner={<SiteBanner />}>
        <StatusProblem status={404}>
          <LinkRow label="Pages that people look for" links={SUGGESTED_LINKS} />
        </StatusProblem>
      </ProblemFrame>
    );
  }
  return (
    <InvestorFrame {...frame}>
      <StatusProblem status={404} home={{ href: '/dashboard', label: 'Go to Home' }} />
    </InvestorFrame>
  );
}
