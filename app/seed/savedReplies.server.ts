import { eq } from 'drizzle-orm';
import { event, savedReply } from '#drizzle/schema';
import { SAVED_REPLY_ENTITY } from '~/features/people/support/savedReplies.server';
import { countRows } from '~/platform/db/countRows.server';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';

const FIRST_REPLIES = {
  'More is needed':
    'To look into this, we need a little more information. Please tell us when it happened and what you saw, with a picture if you have one.',
  'Deposit in review':
    'Your deposit is being reviewed. Your deposit history shows its state, and we notify you as soon as it is credited.',
  'Deposit not found':
    'We could not find your payment. Please send us its transaction ID, the network, and the address that you paid to.',
  'Withdrawal in review':
    'Your withdrawal is being reviewed. Your withdrawal history shows its state, and you have nothing more to pay.',
  'How to reset a password':
    'Use "Forgot password?" on the sign-in page. We email you a link; nobody on our staff can see or set your password.',
  'Never share codes':
    'Nobody on our staff will ever ask for your password, a code of your second factor, or a payment to release money.',
  'How results come about':
    'A copy’s page shows each trade beside the trade it was copied from, with the reason where they differ.',
};

/** Adds saved replies to an installation, unless its staff has edited them. */
export async function ensureSavedReplies(tx: Handle): Promise<void> {
  const isEdited = (await countRows(tx, event, eq(event.thing, SAVED_REPLY_ENTITY))) > 0;
  if (isEdited || (await countRows(tx, savedReply)) > 0) return;
  const replies = Object.entries(FIRST_REPLIES);
  await tx.insert(savedReply).values(replies.map(([name, text]) => ({ id: newId(), name, text })));
}
