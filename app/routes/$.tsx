import { data } from '@remix-run/node';
import { publicRoute } from '~/platform/guard/index.server';

/** Every address that is nothing: a plain 404, which the document's error page puts into words. */
export const loader = publicRoute.loader(async () => {
  throw data('This page is not here', { status: 404 });
});

export default function Nothing() {
  return null;
}
