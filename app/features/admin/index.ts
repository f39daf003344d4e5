export { closeAccount } from './closeAccount.server';
export { createAdministrator } from './createAdministrator.server';
