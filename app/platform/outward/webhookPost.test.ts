import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { after, HOUR } from '~/platform/clock';
import { createSignedHeaders, getStateAfterAttempt, RETRY_DELAYS_MS } from './webhookPost';

const at = new Date('2026-03-02T10:00:00Z');

describe('the state of a webhook post after a try', () => {
  test('is done with the first one that is accepted', () => {
    expect(getStateAfterAttempt(0, null, at)).toEqual({
      attempts: 1,
      problem: null,
      status: 'delivered',
      deliveredAt: at,
    });
  });

  test('has growing pauses, and is failed after the last', () => {
    expect(RETRY_DELAYS_MS.toSorted((a, b) => a - b)).toEqual(RETRY_DELAYS_MS);
    const last = RETRY_DELAYS_MS.length - 1;
    expect(getStateAfterAttempt(last, 'It answered 500.', at)).toMatchObject({
      status: 'waiting',
      nextAt: after(at, 12 * HOUR),
    });
    expect(getStateAfterAttempt(last + 1, 'It answered 500.', at)).toEqual({
      attempts: last + 2,
      problem: 'It answered 500.',
      status: 'failed',
    });
  });
});

test('a post is signed with its ID, its time and its bytes', () => {
  const key = Buffer.alloc(32, 7);
  const post = { id: 'one', at, body: '{"a":1}' };
  const headers = createSignedHeaders(`whsec_${key.toString('base64')}`, post);
  const signature = createHmac('sha256', key).update(`one.1772445600.{"a":1}`).digest('base64');
  expect(headers).toMatchObject({
    'webhook-id': 'one',
    'webhook-timestamp': '1772445600',
    'webhook-signature': `v1,${signature}`,
  });
});
