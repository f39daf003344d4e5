export { closeAccount } from './closeAccount.server';
export { profileChangeSchema } from './profileFields';
export { reopenAccount } from './reopenAccount.server';
export { unfreezeAccount, unfreezePart } from './unfreezeAccount.server';
export { updateProfile } from './updateProfile.server';
