export { closeAccount } from './closeAccount.server';
export { reopenAccount } from './reopenAccount.server';
export { profileChangeSchema } from './schema';
export { updateProfile } from './updateProfile.server';
