import { unwatchTrader, watchTrader } from '~/features/copying/traders/list/watch.server';
import { traderIdSchema } from '~/features/copying/traders/schema';
import { write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { parseSubmission } from '~/web/form/submission.server';

const WATCH_ACTS = { watch: watchTrader, unwatch: unwatchTrader };

/** Adds the form's trader to the user's watchlist or removes it. Returns the trader's ID, or a response with the page. */
export async function changeWatch(user: User, intent: keyof typeof WATCH_ACTS, form: FormData) {
  const sent = await parseSubmission(form, traderIdSchema);
  if (!sent.ok) return { refused: sent.refused };
  const changed = await write((tx) => WATCH_ACTS[intent](tx, user, sent.value.id), { users: [user.id] });
  return changed.ok ? { id: changed.value.id } : { refused: sent.refuse(changed.error) };
}
