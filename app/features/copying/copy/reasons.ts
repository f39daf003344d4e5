/** Reasons why a copy omits a leader's order or makes it smaller, worded as a part of a sentence. */
export const ORDER_REASONS: Record<string, string> = {
  paused: 'the copy was paused',
  'no-stake': 'the trader had too little money of their own in it',
  'no-equity': 'nothing was left in the copy',
  'too-small': 'it came to less than a dollar',
  slippage: 'the price had moved too far',
  cap: 'it was more than one position may take',
  'day-spread': 'the day’s trading had cost as much in spread as this copy allows',
  margin: 'there was too little margin',
  'nothing-held': 'the copy held nothing of it',
  'closed-market': 'its market was closed when the copy began',
  'leader-closed': 'the trader closed it as its market opened',
  ended: 'the copy ended before a price for it came',
};
