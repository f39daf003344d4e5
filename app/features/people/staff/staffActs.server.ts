import { z } from 'zod';
import { act } from '~/features/backoffice';
import type { Handle } from '~/platform/db/index.server';
import type { ChangedValue } from '~/platform/events/changes';
import { hasRight, RIGHT_NAMES, RIGHTS, type Right, type Role } from '~/signIns/rights';
import { administratorById, changeRole, enableAdministrator, resetSecondFactor } from './changeStaff.server';
import { inviteAdministrator } from './invitations.server';
import { inviteSchema, staffActSchema, staffRoleSchema } from './schema';

const whom = { id: z.uuid('There is no such administrator.') };

async function staffNamed(tx: Handle, id: string): Promise<string> {
  const found = await administratorById(tx, id);
  return found.ok ? `${found.value.name} (${found.value.email})` : id;
}

const inWords = (rights: readonly Right[]): string => rights.map((right) => RIGHTS[right].may).join('; ');

const rightsOf = (role: Role): Right[] =>
  RIGHT_NAMES.filter((right) => right !== 'everyone' && hasRight({ role }, right));

function roleLines(before: Role, after: Role): ChangedValue[] {
  const [had, has] = [rightsOf(before), rightsOf(after)];
  const gains = inWords(has.filter((right) => !had.includes(right)));
  const loses = inWords(had.filter((right) => !has.includes(right)));
  return [
    { name: 'Role', from: before, to: after },
    ...(gains ? [{ name: 'Gains', to: gains }] : []),
    ...(loses ? [{ name: 'Loses', to: loses }] : []),
  ];
}

/** Acts on administrators. One administrator may disable another, because that only removes rights. */
export const STAFF_ACTS = {
  'staff-invite': act({
    name: 'staff-invite',
    right: 'staff:change',
    takesTwo: 'it lets another person act for the operator',
    schema: inviteSchema,
    run: inviteAdministrator,
    title: async (_tx, { name, email, role }) => `Invite ${name} (${email}) to the staff as ${role}`,
    details: async (_tx, { role }) => [{ name: 'May', to: inWords(rightsOf(role)) }],
    toast: ({ email }) => `An invitation is on its way to ${email}`,
  }),
  'staff-role': act({
    name: 'staff-role',
    right: 'staff:change',
    takesTwo: 'it changes what an administrator may do',
    schema: staffRoleSchema.extend(whom),
    run: changeRole,
    title: async (tx, { id, role }) => `Give ${await staffNamed(tx, id)} the role ${role}`,
    details: async (tx, { id, role }) => {
      const found = await administratorById(tx, id);
      return found.ok ? roleLines(found.value.role, role) : [];
    },
    toast: ({ role }) => `The role is ${role} now`,
  }),
  'staff-enable': act({
    name: 'staff-enable',
    right: 'staff:change',
    takesTwo: 'it lets an administrator act again',
    schema: staffActSchema.extend(whom),
    run: enableAdministrator,
    title: async (tx, { id }) => `Let ${await staffNamed(tx, id)} log in again`,
    details: async (tx, { id }) => {
      const found = await administratorById(tx, id);
      return found.ok ? [{ name: 'Role', to: found.value.role }] : [];
    },
    toast: () => 'They can log in again',
  }),
  'staff-reset-factor': act({
    name: 'staff-reset-factor',
    right: 'staff:change',
    takesTwo: 'it lets an administrator log in with the password alone',
    schema: staffActSchema.extend(whom),
    run: resetSecondFactor,
    title: async (tx, { id }) => `Take away the second factor of ${await staffNamed(tx, id)}`,
    details: async () => [{ name: 'Logs in', from: 'with password and code', to: 'with the password alone' }],
    toast: () => 'The second factor was reset',
  }),
};
