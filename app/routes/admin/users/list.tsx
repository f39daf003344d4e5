import { UsersFilter } from '~/features/people/users/components/UsersFilter';
import { UsersTable } from '~/features/people/users/components/UsersTable';
import { listTagsInUse } from '~/features/people/users/tags.server';
import { loadUsersPage, MAX_COUNTED_USERS } from '~/features/people/users/users.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { createPageLinks, withQuery } from '~/platform/db/paging';
import { createQuickForms, QUICK_RIGHTS } from '~/routes/admin/users/quick.form.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { CursorPager } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';

export const loader = admin.loader('users:read', async ({ url }) => {
  const { total, ...page } = await loadUsersPage(url.searchParams);
  return { ...page, found: total ?? `more than ${MAX_COUNTED_USERS}`, tags: await listTagsInUse() };
});

// Redirects to the same page of the same search.
export const action = admin.actions(
  QUICK_RIGHTS,
  createQuickForms(({ url }) => `/admin/users${withQuery(url.search, {})}`),
);

export default function Users() {
  const { rows, order, found, tags, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page
      title="Users"
      lead={`${found} found`}
      actions={
        <LinkButton to={`/admin/users.csv${search}`} document download>
          Download as CSV
        </LinkButton>
      }
    >
      <ActionProblem />
      <UsersFilter tags={tags} />
      <UsersTable rows={rows} order={order} />
      <CursorPager {...createPageLinks(search, ways)} />
    </Page>
  );
}
