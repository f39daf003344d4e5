import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';

export const loader = admin.loader('everyone', async () => {
  throw data(null, { status: 404 });
});

export default function AdminNotFound() {
  return null;
}
