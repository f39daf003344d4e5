import { useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { UsersTable } from '~/features/admin/components/UsersTable';
import { withQuery } from '~/features/admin/paging';
import { quickAct } from '~/features/admin/quickAct.server';
import { usersPage } from '~/features/admin/users.server';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { admin } from '~/platform/guard/index.server';
import { byAdmin } from '~/platform/states';
import { Button } from '~/ui/Button';
import { Pager } from '~/ui/Data';
import { Field, SelectField } from '~/ui/Field';
import { GetForm } from '~/ui/Form';
import { Page } from '~/ui/Layout';

export const meta = () => [{ title: 'Users · Mirrorbook' }];

export const loader = admin.loader(async ({ url }) => usersPage(url.searchParams));

// Back to the same page of the same search.
export const action = admin.action(async ({ administrator, form, url }) =>
  quickAct(byAdmin(administrator.id), form, `/admin/users${withQuery(url.search, {})}`),
);

const SHOW = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'unverified', label: 'Email not verified' },
];

export default function Users() {
  const { rows, page, pages, total, order } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [query] = useSearchParams();
  return (
    <Page title="Users" lead={`${total} found`}>
      <ActionProblem />
      <GetForm inline action="/admin/users" key={search}>
        <Field label="Name, email or username" name="q" type="search" defaultValue={query.get('q') ?? ''} />
        <SelectField label="Show" name="show" options={SHOW} placeholder="All" defaultValue={query.get('show') ?? ''} />
        <Button icon="search">Search</Button>
      </GetForm>
      <UsersTable rows={rows} order={order} />
      <Pager page={page} pages={pages} href={(to) => withQuery(search, { page: String(to) })} />
    </Page>
  );
}
