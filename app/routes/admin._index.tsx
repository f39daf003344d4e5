import { useRouteLoaderData } from '@remix-run/react';
import { Overview } from '~/features/admin/components/Overview';
import type { loader } from './admin';

/** What an administrator wants to know first. Whoever is not signed in gets the sign-in of the frame instead. */
export default function AdminIndex() {
  const overview = useRouteLoaderData<typeof loader>('routes/admin')?.signedIn?.overview;
  return overview && <Overview {...overview} />;
}
