export { closeAccount } from './closeAccount.server';
export { profileChangeSchema } from './schema';
export { updateProfile } from './updateProfile.server';
