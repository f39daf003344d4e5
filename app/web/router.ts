/** What routes and components take from the router; a move to another one changes this module. */
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
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from '@remix-run/react';
