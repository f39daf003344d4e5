import { and, eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { endBeingCopied, stopCopiesOf, unwatchAll, windDown } from '~/features/copying';
import { readBalances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, getNextState } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { endSessionsOfClosed } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { mailAccountClosed } from './internal/mail.server';
import { accountMachine } from './states';

/** Closes an account after its email address was entered. Copies and own trading end; debts stay payable; plans continue. */
export async function closeAccount(
  tx: Handle,
  by: Actor,
  { userId, reason, submittedEmail }: { userId: string; reason?: string; submittedEmail: string },
): Promise<Result<{ userId: string; journalId?: string }>> {
  if (by.kind === 'investor' && by.id !== userId) return refuse('not-yours', 'This is not your account.');
  const without = by.kind === 'admin' ? await refuseUnlessMay(tx, by, 'accounts:change') : null;
  if (without) return without;
  const user = await findVerifiedUser(tx, userId);
  if (!user) return refuse('not-found', 'There is no such user.');
  if (submittedEmail !== user.email) return refuse('wrong-email', 'This is not the email of this account', 'email');
  const next = getNextState(accountMachine, user.status, 'close', by.kind);
  if (!next.ok) return next;
  const [closed] = await tx
    .update(userTable)
    // The law requires retention of postings and documents, but not of a picture or watchlist.
    .set({ status: next.value, closedAt: now(), pictureFileId: null })
    .where(and(eq(userTable.id, userId), eq(userTable.status, user.status)))
    .returning({ id: userTable.id });
  if (!closed) return refuse('wrong-state', 'This account has just changed. Nothing was done.');

  await endBeingCopied(tx, by, userId);
  await stopCopiesOf(tx, by, userId, 'the account was closed');
  await windDown(tx, userId, by);
  await unwatchAll(tx, userId);
  await endSessionsOfClosed(tx, userId);
  const states = { from: user.status, to: next.value };
  await record(tx, { thing: 'account', thingId: userId, event: 'close', ...states, by, userId, reason });
  const { funded } = await readBalances(tx, userId);
  await mailAccountClosed(tx, user, { owed: funded, reason });
  return done({ userId });
}
