export { checkOwnPassword } from './checkOwnPassword.server';
export { frozen, unfreezeAccount } from './freeze.server';
export { freezeLink } from './freezeLink.server';
export { authJobs } from './jobs.server';
export { mailTries } from './mail.server';
export { checkPassword, hashPassword, NO_PASSWORD } from './passwords.server';
export { type AuthRefusal, whenFree } from './refusals.server';
export { sendPasswordReset } from './requestPasswordReset.server';
export type { Client } from './signIn.server';
