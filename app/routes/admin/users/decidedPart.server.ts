import type { ActQueue, Fields } from '~/features/backoffice/approvals/act';
import { parseQueueView } from '~/features/backoffice/reviewQueue/view';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { PART_RIGHTS } from '~/features/people/users/schema';
import { findPerson } from '~/features/people/users/user.server';
import { loadUserPart, type UserPartData } from '~/features/people/users/userParts.server';
import { hasRight, type Right } from '~/signIns/rights';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { createQueueAction, loadOpenEntry, type QueueReads } from '../decide.server';

/* Part of a user's page whose entries are decided there as in their queue, with the same forms, keys and previews. */

type DecidedPart = 'deposits' | 'withdrawals' | 'documents';

type Page<P> = Extract<UserPartData, { part: P; page: unknown }>['page'];

const partPath = (part: DecidedPart, userId = '') => `/admin/users/${userId}/${part}`;

/** Creates the loader of the part: the list and, if it is this user's, the entry in the URL (`item`). */
export const createPartLoader = <
  P extends DecidedPart,
  Row extends object,
  More extends { keys?: Record<string, string>; fields?: Fields } = object,
>(
  part: P,
  queue: ActQueue,
  right: Right,
  reads: QueueReads<Row, More>,
) =>
  admin.loader(PART_RIGHTS[part] ?? 'users:read', async (context) => {
    const { administrator, params, url } = context;
    const person = await findPerson(params.id ?? '');
    const view =
      person &&
      ((await loadUserPart(person.id, part, url.searchParams)) as Extract<UserPartData, { part: DecidedPart }> | null);
    if (!view) throw data('There is no such user.', { status: 404 });
    const input = parseQueueView(url.searchParams);
    const named = input.item && hasRight(administrator, right) ? (await reads.find(input, input.item)).rows : [];
    const found = named.find((each) => reads.row(each).owner.id === person.id);
    return {
      person,
      page: view.page as Page<P>,
      me: administrator.id,
      reasons: [...(queue.reasons ?? [])],
      open: found
        ? await loadOpenEntry({ ...queue, path: partPath(part, person.id) }, reads, found, administrator, {
            confirm: createConfirm(context),
          })
        : null,
    };
  });

export const createUserTabAction = (part: DecidedPart, queue: ActQueue) =>
  createQueueAction(queue, ({ id }) => partPath(part, id));
