export { closeAccount } from './closeAccount.server';
export { reopenAccount } from './reopenAccount.server';
export { profileChangeSchema } from './schema';
export { unfreezeAccount, unfreezePart } from './unfreezeAccount.server';
export { updateProfile } from './updateProfile.server';
