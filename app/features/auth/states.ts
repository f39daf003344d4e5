import type { Machine } from '~/platform/states';

export type EmailState = 'unverified' | 'verified';

/** A user's email address: theirs once they have opened the link that was sent to it. */
export const emailMachine = {
  thing: 'email address',
  initial: ['unverified'],
  events: {
    verify: { from: ['unverified'], to: 'verified', by: ['investor'] },
  },
} as const satisfies Machine<EmailState, string>;

export const emailState = (user: { emailVerifiedAt: Date | null }): EmailState =>
  user.emailVerifiedAt ? 'verified' : 'unverified';
