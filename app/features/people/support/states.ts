import type { SUPPORT_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** `none` is the state before the first message. */
export type SupportState = 'none' | (typeof SUPPORT_STATES)[number];

/**
 * Messages of an investor to support. A thread waits until the staff answers, and again when the investor writes another message, even
 * after it was closed. An acknowledged complaint still waits for its answer.
 */
export const supportMachine = {
  thing: 'support request',
  initial: ['none'],
  events: {
    open: { from: ['none'], to: 'waiting', by: ['investor'] },
    write: { from: ['waiting', 'answered', 'closed'], to: 'waiting', by: ['investor'] },
    acknowledge: { from: ['waiting'], to: 'waiting', by: ['admin'] },
    answer: { from: ['waiting'], to: 'answered', by: ['admin'] },
    add: { from: ['answered'], to: 'answered', by: ['admin'] },
    complain: { from: ['waiting'], to: 'waiting', by: ['admin'] },
    close: { from: ['waiting', 'answered'], to: 'closed', by: ['admin'] },
    reopen: { from: ['closed'], to: 'waiting', by: ['admin'] },
  },
} as const satisfies Machine<SupportState, string>;
