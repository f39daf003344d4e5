import type { ReactNode } from 'react';
import { LinkButton } from '~/ui/Button';
import { ErrorScreen } from '~/ui/shell/ErrorScreen';
import { describeFault } from '~/web/faultTexts';
import { useRequestFacts } from '~/web/requestFacts';
import { isRouteErrorResponse, useLocation, useRouteError } from '~/web/router';
import { toPublicPath } from '~/web/server/visitors';

type HomeLink = { href: string; label: string };
const START_LINK: HomeLink = { href: '/', label: 'Go to the start page' };

/** Error page for an HTTP status, with links to the home page and, if it may help, to reload. */
export function StatusProblem(props: {
  status: number;
  explanation?: string;
  requestId?: string;
  home?: HomeLink;
  children?: ReactNode;
}) {
  const { status, explanation, requestId, home = START_LINK, children } = props;
  const location = useLocation();
  const { search } = location;
  // The location may have the internal prefix of visitors' routes; the page shows and links the public address.
  const pathname = toPublicPath(location.pathname);
  const { title, message, canRetry: again } = describeFault(status);
  return (
    <ErrorScreen
      status={status}
      title={title}
      message={explanation ?? message}
      address={pathname}
      requestId={requestId}
      actions={
        <>
          {again && (
            <LinkButton to={pathname + search} document>
              Open the page again
            </LinkButton>
          )}
          <LinkButton to={home.href} icon="home" document>
            {home.label}
          </LinkButton>
        </>
      }
    >
      {children}
    </ErrorScreen>
  );
}

/** Error page of a route. The message of a guard or loader replaces the message for the status. */
export function RouteProblem({ home }: { home?: HomeLink }) {
  const error = useRouteError();
  const facts = useRequestFacts();
  if (!isRouteErrorResponse(error)) return <StatusProblem status={500} requestId={facts.requestId} home={home} />;
  const { status, data } = error;
  // Remix's own texts ("Error: No route matches") are not meant for people.
  const explanation = typeof data === 'string' && data !== '' && !data.startsWith('Error:') ? data : undefined;
  return <StatusProblem status={status} explanation={explanation} requestId={data?.requestId} home={home} />;
}
