import { mail } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { mailMachine } from './states';

/** Returns a failed mail to the outbox with its attempts reset to zero. */
export async function retryMail(tx: Handle, by: Actor, id: string): Promise<Result<{ recipient: string }>> {
  const without = await refuseUnlessMay(tx, by, 'mails:send');
  if (without) return without;
  const set = { attempts: 0, nextAt: systemNow(), leasedUntil: null, error: null };
  const moved = await advance(tx, mail, mailMachine, { id, event: 'retry', by, set });
  if (!moved.ok) return moved;
  const { recipient } = moved.value;
  if (!recipient) return refuse('no-address', 'Its address can’t receive mail, so it can’t be sent again.');
  return done({ recipient });
}
