import { DAY } from '~/platform/durations';

export const KEY_SCOPES = {
  read: 'Read your account, money, copies and prices',
  trade: 'Place your own orders, and buy plans',
  copy: 'Start, change and stop copies',
  deposit: 'Report deposits and their proofs',
  account: 'Your identity check, notifications, bonuses and support',
  withdraw: 'Withdraw to the addresses listed below',
} as const;

export type KeyScope = keyof typeof KEY_SCOPES;
export const KEY_SCOPE_NAMES = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]];

/** Scopes that are selected by default. They do not let money leave. */
export const DEFAULT_SCOPES: readonly KeyScope[] = ['read'];

export const KEY_LIFETIME_DAYS = [30, 90, 365] as const;
export const keyLifetimeText = (days: number): number => days * DAY;

export const KEY_PREFIX = 'mbk_';

export const MAX_API_KEYS = 20;

/** Key and values of the operator's setting for API keys. If keys are required, investors can't log in by the original calls. */
export const API_KEY_SETTING = { setting: 'api-keys', forbidden: 0, allowed: 1, required: 2 } as const;
