export const REPLY_TEXTS = {
  'More is needed':
    'To look into this we need a little more. Please tell us when it happened and what you saw, with a picture if you have one.',
  'Deposit in review':
    'Your deposit is being reviewed. Your deposit history shows its state, and we notify you as soon as it is credited.',
  'Deposit not found':
    'We could not find your payment. Please send us its transaction id, the network, and the address that you paid to.',
  'Withdrawal in review':
    'Your withdrawal is being reviewed. Your withdrawal history shows its state, and nothing more is to be paid for it.',
  'How to reset a password':
    'Use "Forgot password?" on the sign-in page. We mail you a link; nobody on our staff can see or set your password.',
  'Never share codes':
    'Nobody of our staff will ever ask for your password, a code of your second factor, or a payment to release money.',
  'How results come about':
    'Each trade of a copy stands on its page beside the trade it was copied from, with the reason where they differ.',
} as const satisfies Record<string, string>;

export type ReplyText = keyof typeof REPLY_TEXTS;

export const REPLY_NAMES = Object.keys(REPLY_TEXTS) as [ReplyText, ...ReplyText[]];
