import { z } from 'zod';
import {
  administratorById,
  changeRole,
  enableAdministrator,
  inviteAdministrator,
  inviteSchema,
  resetSecondFactor,
  staffActSchema,
  staffRoleSchema,
} from '~/features/staff';
import type { Handle } from '~/platform/db/index.server';
import type { Change } from '~/platform/events/changes';
import { may, RIGHT_NAMES, RIGHTS, type Right, type Role } from '~/signIns/rights';
import { operation } from './operation';

const whom = { id: z.uuid('There is no such administrator.') };

async function staffNamed(tx: Handle, id: string): Promise<string> {
  const found = await administratorById(tx, id);
  return found.ok ? `${found.value.name} (${found.value.email})` : id;
}

const inWords = (rights: readonly Right[]): string => rights.map((right) => RIGHTS[right].may).join('; ');

/** What a role lets one do, beside what every role does. */
const rightsOf = (role: Role): Right[] => RIGHT_NAMES.filter((right) => right !== 'everyone' && may({ role }, right));

/** What another role gives and takes. */
function roleLines(before: Role, after: Role): Change[] {
  const [had, has] = [rightsOf(before), rightsOf(after)];
  const gains = inWords(has.filter((right) => !had.includes(right)));
  const loses = inWords(had.filter((right) => !has.includes(right)));
  return [
    { name: 'Role', from: before, to: after },
    ...(gains ? [{ name: 'Gains', to: gains }] : []),
    ...(loses ? [{ name: 'Loses', to: loses }] : []),
  ];
}

/** Acts on the staff. Disabling is none of them: one administrator does it at once, since it only takes rights away. */
export const STAFF_OPERATIONS = {
  'staff-invite': operation('staff-invite', {
    schema: inviteSchema,
    run: inviteAdministrator,
    asks: async (_tx, { name, email, role }) => `Invite ${name} (${email}) to the staff as ${role}`,
    tells: async (_tx, { role }) => [{ name: 'May', to: inWords(rightsOf(role)) }],
    said: ({ email }) => `An invitation is on its way to ${email}`,
  }),
  'staff-role': operation('staff-role', {
    schema: staffRoleSchema.extend(whom),
    run: changeRole,
    asks: async (tx, { id, role }) => `Give ${await staffNamed(tx, id)} the role ${role}`,
    tells: async (tx, { id, role }) => {
      const found = await administratorById(tx, id);
      return found.ok ? roleLines(found.value.role, role) : [];
    },
    said: ({ role }) => `The role is ${role} now`,
  }),
  'staff-enable': operation('staff-enable', {
    schema: staffActSchema.extend(whom),
    run: enableAdministrator,
    asks: async (tx, { id }) => `Let ${await staffNamed(tx, id)} sign in again`,
    tells: async (tx, { id }) => {
      const found = await administratorById(tx, id);
      return found.ok ? [{ name: 'Role', to: found.value.role }] : [];
    },
    said: () => 'They can sign in again',
  }),
  'staff-reset-factor': operation('staff-reset-factor', {
    schema: staffActSchema.extend(whom),
    run: resetSecondFactor,
    asks: async (tx, { id }) => `Take away the second factor of ${await staffNamed(tx, id)}`,
    tells: async () => [{ name: 'Signs in', from: 'with password and code', to: 'with the password alone' }],
    said: () => 'The second factor was reset',
  }),
};
