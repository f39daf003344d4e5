import { z } from 'zod';
import { act } from '~/features/backoffice';
import type { Handle } from '~/platform/db/index.server';
import type { ChangedValue } from '~/platform/events/changes';
import { hasRight, RIGHT_NAMES, RIGHTS, type Right, type Role } from '~/signIns/rights';
import { changeRole, enableAdministrator, findAdministrator, resetSecondFactor } from './changeStaff.server';
import { inviteAdministrator } from './invitations.server';
import { inviteSchema, staffActSchema, staffRoleSchema } from './schema';

const administratorIdFields = { id: z.uuid('There is no such administrator.') };

async function administratorName(tx: Handle, id: string): Promise<string> {
  const found = await findAdministrator(tx, id);
  return found.ok ? `${found.value.name} (${found.value.email})` : id;
}

const rightsText = (rights: readonly Right[]): string => rights.map((right) => RIGHTS[right].description).join('; ');

const rightsOf = (role: Role): Right[] =>
  RIGHT_NAMES.filter((right) => right !== 'everyone' && hasRight({ role }, right));

function describeRoleChange(before: Role, after: Role): ChangedValue[] {
  const [had, has] = [rightsOf(before), rightsOf(after)];
  const gains = rightsText(has.filter((right) => !had.includes(right)));
  const loses = rightsText(had.filter((right) => !has.includes(right)));
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
    details: async (_tx, { role }) => [{ name: 'May', to: rightsText(rightsOf(role)) }],
    toast: ({ email }) => `Invitation sent to ${email}`,
  }),
  'staff-role': act({
    name: 'staff-role',
    right: 'staff:change',
    takesTwo: 'it changes what an administrator may do',
    schema: staffRoleSchema.extend(administratorIdFields),
    run: changeRole,
    title: async (tx, { id, role }) => `Give ${await administratorName(tx, id)} the role ${role}`,
    details: async (tx, { id, role }) => {
      const found = await findAdministrator(tx, id);
      return found.ok ? describeRoleChange(found.value.role, role) : [];
    },
    toast: ({ role }) => `The role is now ${role}`,
  }),
  'staff-enable': act({
    name: 'staff-enable',
    right: 'staff:change',
    takesTwo: 'it lets an administrator act again',
    schema: staffActSchema.extend(administratorIdFields),
    run: enableAdministrator,
    title: async (tx, { id }) => `Let ${await administratorName(tx, id)} log in again`,
    details: async (tx, { id }) => {
      const found = await findAdministrator(tx, id);
      return found.ok ? [{ name: 'Role', to: found.value.role }] : [];
    },
    toast: () => 'They can log in again',
  }),
  'staff-reset-factor': act({
    name: 'staff-reset-factor',
    right: 'staff:change',
    takesTwo: 'it lets an administrator log in with the password alone',
    schema: staffActSchema.extend(administratorIdFields),
    run: resetSecondFactor,
    title: async (tx, { id }) => `Take away the second factor of ${await administratorName(tx, id)}`,
    details: async () => [{ name: 'Logs in', from: 'with password and code', to: 'with the password alone' }],
    toast: () => 'The second factor was reset',
  }),
};
