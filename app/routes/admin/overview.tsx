import { Overview } from '~/features/backoffice/admin/components/Overview';
import { useRouteLoaderData } from '~/web/router';
import type { loader } from './layout';

/** Overview for administrators. The frame shows the sign-in instead to visitors who are not signed in. */
export default function AdminIndex() {
  const overview = useRouteLoaderData<typeof loader>('routes/admin/layout')?.signedIn?.overview;
  return overview && <Overview {...overview} />;
}
