import type { Machine } from '~/platform/states';
import type { FreezePart } from '~/signIns/frozen';

export type EmailState = 'unverified' | 'verified' | 'disowned';

/**
 * Email address of a user. It is verified once the user opens the mailed link and confirms the sign-up. If its owner denies the sign-up,
 * the address becomes free for another one.
 */
export const emailMachine = {
  thing: 'email address',
  initial: ['unverified'],
  events: {
    verify: { from: ['unverified'], to: 'verified', by: ['investor'] },
    disown: { from: ['unverified'], to: 'disowned', by: ['investor'] },
    'sign-up': { from: ['disowned'], to: 'unverified', by: ['investor'] },
  },
} as const satisfies Machine<EmailState, string>;

export type FreezeState = 'in use' | 'frozen';

/**
 * A freeze of a user's account: nothing leaves it, and the password has to be reset. The owner freezes it with a mailed link, and
 * unfreezes it with a second factor that is older than any reset of the login. An administrator can do both.
 */
export const freezeMachine = {
  thing: 'account freeze',
  initial: ['in use'],
  events: {
    freeze: { from: ['in use'], to: 'frozen', by: ['investor', 'admin'] },
    unfreeze: { from: ['frozen'], to: 'in use', by: ['investor', 'admin'] },
  },
} as const satisfies Machine<FreezeState, string>;

const partFreezeMachine = <T extends string>(thing: T) =>
  ({
    thing,
    initial: ['in use'],
    events: {
      freeze: { from: ['in use'], to: 'frozen', by: ['admin'] },
      unfreeze: { from: ['frozen'], to: 'in use', by: ['admin'] },
    },
  }) as const satisfies Machine<FreezeState, string>;

/** Freeze of withdrawals by an administrator: requested withdrawals are not paid, and new ones are refused. */
export const withdrawalsFreezeMachine = partFreezeMachine('withdrawals freeze');

/**
 * Freeze of copying by an administrator: copies are not started, resumed or topped up. Running copies continue, and their owner can
 * withdraw from, pause and stop them.
 */
export const copyingFreezeMachine = partFreezeMachine('copying freeze');

export const PART_FREEZE_MACHINES = {
  withdrawals: withdrawalsFreezeMachine,
  copying: copyingFreezeMachine,
} as const satisfies Record<FreezePart, Machine<FreezeState, string>>;

export const freezeState = (user: { frozenAt: Date | null }): FreezeState => (user.frozenAt ? 'frozen' : 'in use');

export const emailState = (user: { emailVerifiedAt: Date | null; disownedAt: Date | null }): EmailState =>
  user.emailVerifiedAt ? 'verified' : user.disownedAt ? 'disowned' : 'unverified';
