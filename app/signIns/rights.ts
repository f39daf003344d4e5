import type { STAFF_ROLES } from '#drizzle/schema';

/* Rights of the staff, used by guards, calls, menus, buttons and the page "Roles and rights". */

export type Role = (typeof STAFF_ROLES)[number];

export const ROLES: Record<Role, string> = {
  superadmin: 'Everything, including the staff',
  payments: 'Deposits, withdrawals and users’ balances',
  compliance: 'Identity checks, and whose accounts are open',
  traders: 'Traders, their log, and plans',
  support: 'Answers users, views their accounts, sends links',
  auditor: 'Views everything, changes nothing',
};

export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

type Grant = {
  description: string;
  roles: readonly Exclude<Role, 'superadmin'>[];
};

const EVERY_ROLE = ROLE_NAMES.filter((role) => role !== 'superadmin');

/** Rights with their descriptions and roles. The name of a right to read ends in `:read`. */
export const RIGHTS = {
  everyone: { description: 'log in, and change their own password and second factor', roles: EVERY_ROLE },
  'users:read': { description: 'see users and their money', roles: ['payments', 'compliance', 'support', 'auditor'] },
  'users:help': { description: 'mail password links and sign users out', roles: ['compliance', 'support'] },
  'users:mark': { description: 'write notes on users and tag them', roles: ['payments', 'compliance', 'support'] },
  'accounts:freeze': { description: 'freeze accounts', roles: ['payments', 'compliance'] },
  'accounts:change': { description: 'unfreeze, close and reopen accounts, unlock live trading', roles: ['compliance'] },
  'balances:change': { description: 'credit, debit and pay out users, end plans early', roles: ['payments'] },
  'payments:read': {
    description: 'see the queues of deposits and withdrawals, and proofs',
    roles: ['payments', 'compliance', 'auditor'],
  },
  'payments:decide': { description: 'decide on deposits and withdrawals', roles: ['payments'] },
  'restores:decide': { description: 'resume payments after a restore', roles: [] },
  'papers:read': { description: 'see identity checks and their documents', roles: ['compliance', 'auditor'] },
  'papers:decide': { description: 'decide on identity checks', roles: ['compliance'] },
  'support:read': { description: 'see what investors write to support', roles: ['compliance', 'support', 'auditor'] },
  'support:answer': { description: 'answer what investors write', roles: ['compliance', 'support'] },
  'traders:read': {
    description: 'see traders, their log, signals and trader applications',
    roles: ['traders', 'auditor'],
  },
  'traders:change': {
    description: 'change traders, their log and keys, decide on trader applications',
    roles: ['traders'],
  },
  'catalogue:read': { description: 'see the catalogue', roles: ['traders', 'auditor'] },
  'plans:change': { description: 'change plans', roles: ['traders'] },
  'terms:change': { description: 'change deposit and withdrawal methods, rates and limits', roles: [] },
  'books:read': { description: 'see the books', roles: ['payments', 'auditor'] },
  'books:check': { description: 'run the audit of the books', roles: ['payments'] },
  'statements:change': {
    description: 'import statements, classify their lines, and sign off days',
    roles: ['payments'],
  },
  'reserves:change': { description: 'move money of the reserves, and close months', roles: [] },
  'approvals:read': {
    description: 'see what waits for a second administrator',
    roles: ['payments', 'compliance', 'traders', 'auditor'],
  },
  'approvals:decide': {
    description: 'approve what others request, if they could do it themselves',
    roles: ['payments', 'compliance', 'traders'],
  },
  'mails:read': { description: 'see the outbox', roles: ['support', 'auditor'] },
  'mails:send': { description: 'retry failed mails', roles: ['support'] },
  'events:read': { description: 'see the audit log', roles: ['compliance', 'auditor'] },
  'operation:read': { description: 'see jobs and announcements', roles: ['auditor'] },
  'operation:change': { description: 'announce to users and staff, and stop changes during maintenance', roles: [] },
  'staff:read': { description: 'see the staff', roles: ['auditor'] },
  'staff:change': { description: 'invite, disable and enable staff, change roles, reset second factors', roles: [] },
} as const satisfies Record<string, Grant>;

export type Right = keyof typeof RIGHTS;

export const RIGHT_NAMES = Object.keys(RIGHTS) as Right[];

/** Administrator with a role. `among` are the rights that their API key lists, which exclude all others. */
export type RoleHolder = { role: Role; keyRights?: readonly string[] };

export const hasRight = ({ role, keyRights: among }: RoleHolder, right: Right): boolean =>
  (role === 'superadmin' || (RIGHTS[right].roles as readonly Role[]).includes(role)) &&
  (among === undefined || among.includes(right));

/** Right that an administrator needs to see uploads, by purpose; null for public ones. */
export const FILE_RIGHTS = {
  proof: 'payments:read',
  document: 'papers:read',
  picture: 'users:read',
  message: 'support:read',
  log: 'traders:read',
  statement: 'books:read',
  trader: null,
} as const satisfies Record<string, Right | null>;

export const listRolesWith = (right: Right): Role[] => ROLE_NAMES.filter((role) => hasRight({ role }, right));

export const describeForbidden = ({ role }: RoleHolder, right: Right): string =>
  `Your role, ${role}, doesn’t let you ${RIGHTS[right].description.replaceAll('their own', 'your own')}. A superadmin can give you another one.`;
