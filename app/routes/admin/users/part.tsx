import type { ActQueue } from '~/features/backoffice/approvals/act';
import { DecisionProblem } from '~/features/backoffice/reviewQueue/components/DecisionProblem';
import { parseQueueView } from '~/features/backoffice/reviewQueue/view';
import { COPY_STOP, createCopyDecisions } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { createInvestmentDecisions, PLAN_END_EARLY } from '~/features/money/plans/endInvestmentEarly.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { UserFrame, userTitle } from '~/features/people/users/components/UserFrame';
import { UserPartView } from '~/features/people/users/components/UserParts';
import { endSignIns } from '~/features/people/users/endSignIns.server';
import { findPerson } from '~/features/people/users/user.server';
import { loadUserPart } from '~/features/people/users/userParts.server';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { read, write } from '~/platform/db/index.server';
import { createPageLinks } from '~/platform/db/paging';
import { createAdminActor } from '~/platform/states';
import { pageTitle } from '~/platform/text/productName';
import { CursorPager } from '~/ui/tables/Data';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { admin } from '~/web/guard/index.server';
import { data, type MetaFunction } from '~/web/responses.server';
import { useLoaderData, useLocation } from '~/web/router';
import { createPossibleKeys, decide } from '../decide.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(userTitle(data?.person)) }];

function decisionsOfPart(part: string | undefined, userId: string): ActQueue | null {
  if (part === 'plans') return createInvestmentDecisions(`/admin/users/${userId}/plans`);
  return part === 'copies' ? createCopyDecisions(`/admin/users/${userId}/copies`) : null;
}

type Row = { id: string; status: string };

/** Lists the entries that can be decided: plans, and copies of a user with a debt. */
async function listDecidable(userId: string, view: Awaited<ReturnType<typeof loadUserPart>>): Promise<Row[]> {
  if (view?.part === 'plans') return view.page.rows;
  if (view?.part !== 'copies' || (await readReceivable(read(), userId)) === 0n) return [];
  return view.page.rows.map(({ id, copy: { status } }) => ({ id, status }));
}

export const loader = admin.loader('users:read', async ({ administrator, params, url }) => {
  const person = await findPerson(params.id ?? '');
  const view = person && (await loadUserPart(person.id, params.part ?? '', url.searchParams));
  // Deposits and withdrawals have pages of their own.
  const isShown = view && view.part !== 'deposits' && view.part !== 'withdrawals' && view.part !== 'documents';
  if (!isShown) throw data('There is no such user, or nothing of this kind.', { status: 404 });
  const rows = await listDecidable(person.id, view);
  const queue = decisionsOfPart(view.part, person.id);
  // Each row is a separate form, so each needs its own key.
  const keys = Object.fromEntries(
    rows.map((row) => [row.id, queue ? createPossibleKeys(queue, row.status, administrator) : {}]),
  );
  return { person, view, keys };
});

export const action = admin.action(
  { end: PLAN_END_EARLY.right, stop: COPY_STOP.right, 'end-sign-ins': 'users:help' },
  async ({ form, intent, ...context }) => {
    const { administrator, params } = context;
    const queue = decisionsOfPart(params.part, params.id ?? '');
    if (queue) {
      const all = parseQueueView(new URLSearchParams());
      return await decide(queue, form, administrator.id, all, createConfirm(context));
    }
    if (params.part !== 'sessions' || intent !== 'end-sign-ins') {
      throw data('There is no such form.', { status: 400 });
    }
    const userId = params.id ?? '';
    const ended = await write((tx) => endSignIns(tx, createAdminActor(administrator.id), userId));
    if (!ended.ok) throw data(ended.error.message, { status: 404 });
    const text = `${ended.value.email} was signed out everywhere`;
    return await redirectWithToast(`/admin/users/${userId}/sessions`, { tone: 'success', text });
  },
);

// Reloads after refusals too: the plan may have changed, and its form needs a new key.
export const shouldRevalidate = () => true;

export default function UserPartPage() {
  const { person, view, keys } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <UserFrame person={person}>
      <DecisionProblem />
      <UserPartView {...view} keys={keys} />
      {'page' in view && view.page && <CursorPager {...createPageLinks(search, view.page)} />}
    </UserFrame>
  );
}
