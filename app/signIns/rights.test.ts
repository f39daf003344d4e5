import { expect, test } from 'vitest';
import { describeForbidden, FILE_RIGHTS, hasRight, listRolesWith, RIGHT_NAMES, RIGHTS, ROLE_NAMES } from './rights';

const rightsOf = (role: (typeof ROLE_NAMES)[number]) => RIGHT_NAMES.filter((right) => hasRight({ role }, right));

test('a superadmin has every right', () => {
  expect(rightsOf('superadmin')).toEqual(RIGHT_NAMES);
});

test('an auditor changes nothing, and has all rights to read', () => {
  const reads = RIGHT_NAMES.filter((right) => right.endsWith(':read'));
  expect(rightsOf('auditor')).toEqual(RIGHT_NAMES.filter((right) => right === 'everyone' || reads.includes(right)));
});

test('staff, terms, reserves and announcements are for superadmins only', () => {
  for (const right of ['staff:change', 'terms:change', 'reserves:change', 'operation:change'] as const) {
    expect([right, listRolesWith(right)]).toEqual([right, ['superadmin']]);
  }
});

test('giving money to users and changing the terms that measure it belong to different roles', () => {
  const deciding = listRolesWith('payments:decide');
  expect(deciding).toEqual(['superadmin', 'payments']);
  expect(listRolesWith('balances:change')).toEqual(deciding);
  expect(listRolesWith('traders:change')).toEqual(['superadmin', 'traders']);
  expect(listRolesWith('papers:decide')).toEqual(['superadmin', 'compliance']);
  expect(listRolesWith('accounts:change')).toEqual(['superadmin', 'compliance']);
  expect(listRolesWith('users:help')).toEqual(['superadmin', 'compliance', 'support']);
});

test('each role has its own password, and may read the things that it decides', () => {
  expect(listRolesWith('everyone')).toEqual(ROLE_NAMES);
  for (const right of RIGHT_NAMES) {
    const read = RIGHT_NAMES.find((name) => name === `${right.split(':')[0]}:read`);
    if (!read) continue;
    for (const role of listRolesWith(right))
      expect([right, role, hasRight({ role }, read)]).toEqual([right, role, true]);
  }
});

test('only roles that may change something approve requests of others, and every such role may', () => {
  const agreeing = listRolesWith('approvals:decide');
  expect(agreeing).toEqual(['superadmin', 'payments', 'compliance', 'traders']);
});

test('proofs are readable with payments, documents with identity checks, and a trader’s picture by all', () => {
  expect(FILE_RIGHTS).toEqual({
    proof: 'payments:read',
    document: 'papers:read',
    picture: 'users:read',
    message: 'support:read',
    statement: 'books:read',
    log: 'traders:read',
    trader: null,
  });
});

test('a refusal names the role and the missing right', () => {
  expect(describeForbidden({ role: 'support' }, 'staff:change')).toBe(
    `Your role, support, doesn’t let you ${RIGHTS['staff:change'].description}. A superadmin can give you another one.`,
  );
  expect(describeForbidden({ role: 'auditor' }, 'everyone')).toContain('change your own password');
});
