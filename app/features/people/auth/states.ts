import type { Machine } from '~/platform/states';
import type { FreezePart } from '~/signIns/frozen';

export type EmailState = 'unverified' | 'verified' | 'disowned';

/**
 * A user's email address: theirs once they have opened the link that was sent to it and said that the sign-up was theirs. One
 * who says that it was not ends it, and the address waits for another sign-up.
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
 * A freeze of a user's account: nothing leaves it, and the password has to be reset. The owner does it with a mailed link,
 * and undoes it with a second factor from before any reset of the sign-in; an administrator does either.
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

/** A freeze of withdrawals alone, by an administrator: nothing that was asked for is paid, and nothing more is asked for. */
export const withdrawalsFreezeMachine = partFreezeMachine('withdrawals freeze');

/**
 * A freeze of copying alone, by an administrator: no copy is begun, resumed or given more money. Copies that run go on, and their
 * owner can take money out of them, pause and stop them.
 */
export const copyingFreezeMachine = partFreezeMachine('copying freeze');

export const PART_MACHINES = {
  withdrawals: withdrawalsFreezeMachine,
  copying: copyingFreezeMachine,
} as const satisfies Record<FreezePart, Machine<FreezeState, string>>;

export const freezeState = (user: { frozenAt: Date | null }): FreezeState => (user.frozenAt ? 'frozen' : 'in use');

export const emailState = (user: { emailVerifiedAt: Date | null; disownedAt: Date | null }): EmailState =>
  user.emailVerifiedAt ? 'verified' : user.disownedAt ? 'disowned' : 'unverified';
