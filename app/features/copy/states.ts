import type { COPY_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type CopyState = (typeof COPY_STATES)[number];

/** A copy: takes results, or lets them pass for a while, until it ends and its cash goes back. */
export const copyMachine = {
  thing: 'copy',
  initial: ['active'],
  events: {
    pause: { from: ['active'], to: 'paused', by: ['investor'] },
    resume: { from: ['paused'], to: 'active', by: ['investor'] },
    // By the system: its floor was reached, or its trader retired.
    stop: { from: ['active', 'paused'], to: 'stopped', by: ['investor', 'admin', 'system'] },
  },
} as const satisfies Machine<CopyState, string>;

/** States in which a copy holds money. */
export const HOLDING: CopyState[] = ['active', 'paused'];
