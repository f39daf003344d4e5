export const UNSUPPORTED_CALLS: readonly { name: string; instead: string }[] = [
  {
    name: 'distributeProfit',
    instead:
      'Profit cannot be entered for a single user. Enter the result in the trader’s log with updateTraderLog: every copy receives its share.',
  },
];
