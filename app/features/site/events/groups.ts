/** Groups of events that a webhook can choose: the first part of their types, with labels for the page. */
export const EVENT_GROUPS = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  copy: 'Copies and what they trade',
  order: 'Orders of your own trading',
  balance: 'Balance',
  notification: 'Notifications',
  identity: 'Identity check',
} as const;

export type EventGroup = keyof typeof EVENT_GROUPS;
