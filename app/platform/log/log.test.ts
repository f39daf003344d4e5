import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { describeError } from './index.server';
import { createOutageFilter, OUTAGE_INTERVAL_MS } from './outages';

test('an error is logged without the values of a query or a row, and with its location', () => {
  const driver = Object.assign(new Error('duplicate key value violates unique constraint "user_email"'), {
    code: '23505',
    detail: 'Key (email)=(canary@example.com) already exists.',
  });
  const query = new DrizzleQueryError('insert into "user" values ($1, $2)', ['canary@example.com', 'canary'], driver);
  const error = Object.assign(new Error('Could not do it', { cause: query }), { canary: 'canary' });
  const line = describeError(error);
  expect(JSON.stringify(line)).not.toContain('canary');
  expect(line).toMatchObject({
    type: 'Error',
    message: 'Could not do it',
    stack: expect.stringContaining('log.test.ts'),
    cause: { message: 'A query failed', cause: { code: '23505', message: driver.message } },
  });
  expect(describeError('canary')).toEqual({ type: 'string' });
});

test('an outage is one line for each cause and minute, and other errors are all logged', () => {
  let time = 0;
  const filter = createOutageFilter(() => time);
  const refused = (n: number) =>
    new Error(`Job ${n}`, {
      cause: Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    });
  const logged = [];
  for (let n = 0; n < 100; n++) logged.push(filter({ err: refused(n) }));
  expect(logged.filter(Boolean)).toHaveLength(1);
  const other = new Error('the bucket', {
    cause: Object.assign(new Error('connect ECONNREFUSED 10.0.0.2:9000'), { code: 'ECONNREFUSED' }),
  });
  expect(filter({ err: other })).toEqual({ err: other });
  for (const err of [new Error('a bug'), new Error('a bug')]) expect(filter({ err })).toEqual({ err });
  expect(filter({})).toEqual({});
  time += OUTAGE_INTERVAL_MS;
  expect(filter({ err: refused(0) })).toMatchObject({ repeated: 99 });
  expect(filter({ err: refused(0) })).toBeNull();
});
