import type { Machine } from '~/platform/states';
import type { FreezePart } from '~/signIns/frozen';

export type EmailState = 'unverified' | 'verified' | 'disowned';

/** A user's email address: verified by the mailed link, or disowned by it, after which another sign-up may take it. */
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

/** Freeze of an account. The owner does it with a mailed link and undoes it with an older second factor; an administrator does either. */
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

/** A freeze of withdrawals alone, by an administrator: nothing that was requested is paid, and nothing more is requested. */
export const withdrawalsFreezeMachine = partFreezeMachine('withdrawals freeze');

/** Freeze of copying alone, by an administrator. Running copies continue, and their owner can take money out, pause and stop them. */
export const copyingFreezeMachine = partFreezeMachine('copying freeze');

export const PART_MACHINES = {
  withdrawals: withdrawalsFreezeMachine,
  copying: copyingFreezeMachine,
} as const satisfies Record<FreezePart, Machine<FreezeState, string>>;

export const freezeState = (user: { frozenAt: Date | null }): FreezeState => (user.frozenAt ? 'frozen' : 'in use');

export const emailState = (user: { emailVerifiedAt: Date | null; disownedAt: Date | null }): EmailState =>
  user.emailVerifiedAt ? 'verified' : user.disownedAt ? 'disowned' : 'unverified';
