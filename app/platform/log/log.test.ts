import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { told } from './index.server';

test('an error is told without the values of a query or a row, and with where it was', () => {
  const driver = Object.assign(new Error('duplicate key value violates unique constraint "user_email"'), {
    code: '23505',
    detail: 'Key (email)=(canary@example.com) already exists.',
  });
  const query = new DrizzleQueryError('insert into "user" values ($1, $2)', ['canary@example.com', 'canary'], driver);
  const error = Object.assign(new Error('Could not do it', { cause: query }), { canary: 'canary' });
  const line = told(error);
  expect(JSON.stringify(line)).not.toContain('canary');
  expect(line).toMatchObject({
    type: 'Error',
    message: 'Could not do it',
    stack: expect.stringContaining('log.test.ts'),
    cause: { message: 'A query failed', cause: { code: '23505', message: driver.message } },
  });
  expect(told('canary')).toEqual({ type: 'string' });
});
