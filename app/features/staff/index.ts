export {
  administratorById,
  changeRole,
  disableAdministrator,
  enableAdministrator,
  resetSecondFactor,
} from './changeStaff.server';
export { createAdministrator } from './createAdministrator.server';
export { inviteAdministrator } from './invitations.server';
export { inviteSchema, staffActSchema, staffRoleSchema } from './schema';
export { ADMIN_SIGN_IN } from './signInAdministrator.server';
