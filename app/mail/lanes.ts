/**
 * Mails that let their reader in, or tell of what may be an attack. They go out before all others, and no budget
 * holds them back.
 */
const SECURITY = new Set([
  'verify',
  'reset',
  'password-changed',
  'sign-up-known',
  'sign-in-tries',
  'account-frozen',
  'account-unfrozen',
  'account-closed',
  'account-reopened',
  'two-factor',
  'approval-asked',
  'administrator-added',
  'staff-invitation',
  'staff-changed',
  'staff-reset',
]);

/** Is a mail of this kind about getting in, or about an attack? */
export const isSecurityMail = (kind: string): boolean => SECURITY.has(kind);
