import { createHmac } from 'node:crypto';
import { after, HOUR, MINUTE, SECOND } from '../clock';

/* Signs posts by the Standard Webhooks specification (standardwebhooks.com), so that receivers can verify them with a library. */

/** Longest wait for the receiver's answer. */
export const RECEIVER_TIMEOUT_MS = 10 * SECOND;

/** Pauses after failed attempts, milliseconds. After the last one the post has failed until an administrator resends it. */
export const RETRY_DELAYS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR];

/** Returns a post's next state; `problem` is null after a success. */
export function getStateAfterAttempt(attempts: number, problem: string | null, at: Date) {
  const tried = { attempts: attempts + 1, problem };
  if (problem === null) return { ...tried, status: 'delivered' as const, deliveredAt: at };
  const pause = RETRY_DELAYS_MS[attempts];
  return pause === undefined
    ? { ...tried, status: 'failed' as const }
    : { ...tried, status: 'waiting' as const, nextAt: after(at, pause) };
}

/** Returns the headers that sign a post. `id` is the same at each attempt and reveals repetitions; `at` differs and reveals replays. */
export function createSignedHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const timestamp = String(Math.floor(at.getTime() / SECOND));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Mirrorbook webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
