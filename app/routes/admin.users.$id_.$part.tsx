import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { titleOf, UserFrame } from '~/features/admin/components/UserFrame';
import { UserPartView } from '~/features/admin/components/UserParts';
import { endSignIns } from '~/features/admin/endSignIns.server';
import { investmentDecisions } from '~/features/admin/moneyQueues.server';
import { waysOn } from '~/features/admin/paging';
import { personOf } from '~/features/admin/user.server';
import { userPart } from '~/features/admin/userParts.server';
import { decisionFieldId } from '~/features/queue/components/DecisionForm';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { write } from '~/platform/db/index.server';
import { decide, decisionKeys, intentsOf } from '~/platform/form/decisions.server';
import { queueView } from '~/platform/form/queue';
import { admin } from '~/platform/guard/index.server';
import { byAdmin } from '~/platform/states';
import { redirectWithToast } from '~/platform/toast.server';
import { CursorPager } from '~/ui/Data';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${titleOf(data?.person)} · Mirrorbook` }];

/** What can be decided about somebody's plans, where they stand. */
const plansOf = (userId: string) => investmentDecisions(`/admin/users/${userId}/plans`);

export const loader = admin.loader(async ({ administrator, params, url }) => {
  const person = await personOf(params.id ?? '');
  const view = person && (await userPart(person.id, params.part ?? '', url.searchParams));
  if (!view) throw data('There is no such user, or nothing of this kind.', { status: 404 });
  const rows = view.part === 'plans' ? view.page.rows : [];
  const plans = plansOf(person.id);
  // Each row is a form of its own, so each has a key of its own.
  const keys = Object.fromEntries(rows.map((row) => [row.id, decisionKeys(plans, row.status, administrator.id)]));
  return { person, view, keys };
});

export const action = admin.action(
  async ({ form, intent, ...context }) => {
    const { administrator, params } = context;
    if (params.part === 'plans') {
      const all = queueView(new URLSearchParams());
      return await decide(plansOf(params.id ?? ''), form, administrator.id, all, confirming(context));
    }
    if (params.part !== 'sessions' || intent !== 'end-sign-ins') {
      throw data('There is no such form.', { status: 400 });
    }
    const userId = params.id ?? '';
    const ended = await write((tx) => endSignIns(tx, byAdmin(administrator.id), userId));
    if (!ended.ok) throw data(ended.error.message, { status: 404 });
    const text = `${ended.value.email} was signed out everywhere`;
    return await redirectWithToast(`/admin/users/${userId}/sessions`, { tone: 'success', text });
  },
  [...intentsOf(plansOf('')), 'end-sign-ins'],
);

// After a refusal, too: what a plan has become meanwhile is to be seen, and its form wants a new key.
export const shouldRevalidate = () => true;

export default function UserPartPage() {
  const { person, view, keys } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <UserFrame person={person}>
      <ActionProblem fieldId={decisionFieldId} />
      <UserPartView {...view} keys={keys} />
      {'page' in view && view.page && <CursorPager {...waysOn(search, view.page)} />}
    </UserFrame>
  );
}
