import { useLoaderData, useLocation } from '@remix-run/react';
import { UsersFilter } from '~/features/admin/components/UsersFilter';
import { UsersTable } from '~/features/admin/components/UsersTable';
import { waysOn, withQuery } from '~/features/admin/paging';
import { quickAct } from '~/features/admin/quickAct.server';
import { QUICK_INTENTS } from '~/features/admin/schema';
import { MOST_COUNTED, usersPage } from '~/features/admin/users.server';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { admin } from '~/platform/guard/index.server';
import { byAdmin } from '~/platform/states';
import { CursorPager } from '~/ui/Data';
import { Page } from '~/ui/Layout';

export const meta = () => [{ title: 'Users · Mirrorbook' }];

export const loader = admin.loader(async ({ url }) => {
  const { total, ...page } = await usersPage(url.searchParams);
  return { ...page, found: total ?? `more than ${MOST_COUNTED}` };
});

// Back to the same page of the same search.
export const action = admin.action(
  async ({ administrator, intent, form, url }) =>
    quickAct(byAdmin(administrator.id), intent, form, `/admin/users${withQuery(url.search, {})}`),
  QUICK_INTENTS,
);

export default function Users() {
  const { rows, order, found, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page title="Users" lead={`${found} found`}>
      <ActionProblem />
      <UsersFilter />
      <UsersTable rows={rows} order={order} />
      <CursorPager {...waysOn(search, ways)} />
    </Page>
  );
}
