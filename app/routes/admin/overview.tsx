import { Overview } from '~/features/backoffice/admin/components/Overview';
import { useRouteLoaderData } from '~/web/router';
import type { loader } from './layout';

/** Overview for administrators. For visitors who are not logged in, the frame shows the login instead. */
export default function AdminIndex() {
  const overview = useRouteLoaderData<typeof loader>('routes/admin/layout')?.signedIn?.overview;
  return overview && <Overview {...overview} />;
}
