import { Overview } from '~/features/admin/components/Overview';
import { useRouteLoaderData } from '~/web/router';
import type { loader } from './layout';

/** What an administrator wants to know first. Whoever is not signed in gets the sign-in of the frame instead. */
export default function AdminIndex() {
  const overview = useRouteLoaderData<typeof loader>('routes/admin/layout')?.signedIn?.overview;
  return overview && <Overview {...overview} />;
}
