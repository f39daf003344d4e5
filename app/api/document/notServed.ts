export const UNSUPPORTED_CALLS: readonly { name: string; instead: string }[] = [
  {
    name: 'distributeProfit',
    instead:
      'Profit is not typed in for single users. Enter the result in the trader’s log with updateTraderLog: every copy gets its part of it.',
  },
];
