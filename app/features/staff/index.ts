export { disableAdministrator } from './changeStaff.server';
export { createAdministrator } from './createAdministrator.server';
export { ADMIN_SIGN_IN } from './signInAdministrator.server';
