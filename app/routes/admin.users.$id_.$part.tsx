import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { titleOf, UserFrame } from '~/features/admin/components/UserFrame';
import { UserPartView } from '~/features/admin/components/UserParts';
import { endSignIns } from '~/features/admin/endSignIns.server';
import { waysOn } from '~/features/admin/paging';
import { personOf } from '~/features/admin/user.server';
import { userPart } from '~/features/admin/userParts.server';
import { write } from '~/platform/db/index.server';
import { admin } from '~/platform/guard/index.server';
import { byAdmin } from '~/platform/states';
import { redirectWithToast } from '~/platform/toast.server';
import { CursorPager } from '~/ui/Data';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${titleOf(data?.person)} · Mirrorbook` }];

export const loader = admin.loader(async ({ params, url }) => {
  const person = await personOf(params.id ?? '');
  const view = person && (await userPart(person.id, params.part ?? '', url.searchParams));
  if (!view) throw data('There is no such user, or nothing of this kind.', { status: 404 });
  return { person, view };
});

export const action = admin.action(async ({ administrator, params, form }) => {
  if (params.part !== 'sessions' || form.get('_do') !== 'end-sign-ins') {
    throw data('There is no such form.', { status: 400 });
  }
  const userId = params.id ?? '';
  const ended = await write((tx) => endSignIns(tx, byAdmin(administrator.id), userId));
  if (!ended.ok) throw data(ended.error.message, { status: 404 });
  const text = `${ended.value.email} was signed out everywhere`;
  return await redirectWithToast(`/admin/users/${userId}/sessions`, { tone: 'success', text });
});

export default function UserPartPage() {
  const { person, view } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <UserFrame person={person}>
      <UserPartView {...view} />
      {'page' in view && view.page && <CursorPager {...waysOn(search, view.page)} />}
    </UserFrame>
  );
}
