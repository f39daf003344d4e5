export { createAdministrator } from './createAdministrator.server';
