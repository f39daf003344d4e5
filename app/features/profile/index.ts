export { profileChangeSchema } from './schema';
export { updateProfile } from './updateProfile.server';
