import { describe, expect, test } from 'vitest';
import { changePasswordSchema, newPasswordSchema, newPasswordWithCodeSchema } from './schema';

const DIFFER = 'The two passwords do not match';

describe.each([
  ['a reset', newPasswordSchema(8), 'newPassword', {}],
  ['a reset with a code', newPasswordWithCodeSchema(8), 'newPassword', {}],
  ['a change', changePasswordSchema(8), 'newPassword', { currentPassword: 'as it was' }],
])('passwords of %s that differ', (_, schema, password, others: Record<string, string>) => {
  const problems = (text: Record<string, string>) =>
    schema
      .safeParse({ ...others, ...text })
      .error?.issues.map(({ path, message }) => [path.join(), message])
      .sort();
  const confirmPassword = 'a walk in the snow';

  test('are reported, and equal passwords pass', () => {
    expect(problems({ [password]: 'a walk in the rain', confirmPassword })).toEqual([['confirmPassword', DIFFER]]);
    expect(problems({ [password]: ` ${confirmPassword}`, confirmPassword })).toBeUndefined();
  });

  test('are reported together with other errors', () => {
    expect(problems({ [password]: 'rain', confirmPassword })).toEqual([
      ['confirmPassword', DIFFER],
      [password, 'Use at least 8 characters'],
    ]);
    const emptied = Object.keys(others)[0];
    if (!emptied) return;
    const input = problems({ [emptied]: '', [password]: 'a walk in the rain', confirmPassword });
    expect(input?.map(([field]) => field)).toEqual(['confirmPassword', emptied].sort());
  });

  test('are not reported if one is missing', () => {
    expect(problems({ [password]: 'a walk in the rain' })).toEqual([['confirmPassword', 'Enter the password again']]);
    expect(problems({ confirmPassword })?.map(([field]) => field)).toEqual([password]);
  });
});
