/* What routes and components take from the router; a move to another one changes this module. */
import { useActionData as useAnswer, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useState } from 'react';

export type {
  ClientLoaderFunctionArgs,
  FormProps,
  LinkProps,
  MetaDescriptor,
  ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
export {
  Form,
  isRouteErrorResponse,
  Link,
  Outlet,
  RemixServer,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from '@remix-run/react';

/**
 * What the page's action answered last. Before that, on the page of a form that was sent without scripts when its session had ended: the
 * form as it was typed (`web/guard/typedBefore.server.ts`).
 */
export function useActionData(): unknown {
  const answer = useAnswer();
  const { pathname, search } = useLocation();
  const { typed: told } = useRouteLoaderData<{ typed?: { page: string } | null }>('routes/investor/layout') ?? {};
  // Told once, and not with what the page loads later.
  const [typed] = useState(told);
  return answer ?? (typed?.page === pathname + search ? typed : undefined);
}
