/* Router functions for routes and components; a move to another router changes this module. */
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

export function useActionData(): unknown {
  const answer = useAnswer();
  const { pathname, search } = useLocation();
  const { storedAnswer: loaded } =
    useRouteLoaderData<{ storedAnswer?: { page: string } | null }>('routes/investor/layout') ?? {};
  // Shown once, and not again when the page's data reloads.
  const [storedAnswer] = useState(loaded);
  return answer ?? (storedAnswer?.page === pathname + search ? storedAnswer : undefined);
}
