import { hasReplica, readLate, writtenPosition } from '~/platform/db/index.server';
import { readCookie, setCookie } from '../cookies/cookies.server';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '../responses.server';

/*
 * Pages that may be read from a replica, and how a person's own writes are seen on their next page all the same: an action leaves the
 * position of what was written in a cookie, and the replica is read from once it has come that far.
 */

/** What the action of a request has written up to, for the loaders of the same request. */
const positions = new WeakMap<object, bigint>();

/** Runs a loader's work with the replica, where one is named and recent enough for this browser. */
export async function loadLate<T>({ request, context }: LoaderFunctionArgs, work: () => Promise<T>): Promise<T> {
  if (!hasReplica()) return await work();
  const kept = positions.get(context)?.toString() ?? (await readCookie(request, 'written'));
  return await readLate(kept ? BigInt(kept) : null, work);
}

/** Leaves with a browser how far a replica must have come to show it what its action has written. */
export async function leavePosition({ context }: ActionFunctionArgs | LoaderFunctionArgs): Promise<void> {
  if (!hasReplica()) return;
  // If the database can't be asked, the next page can't be read either.
  const position = await writtenPosition().catch(() => null);
  if (position === null) return;
  positions.set(context, position);
  context.addCookie?.(await setCookie('written', position.toString()));
}
