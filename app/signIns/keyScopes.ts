import { z } from 'zod';
import { DAY } from '~/platform/durations';
import { RIGHT_NAMES, type Right } from './rights';

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

/** Part of what a key may do: a scope, or in an administrator's key a right. */
export type KeyGrant = KeyScope | Right;

export const isRight = (grant: KeyGrant): grant is Right => RIGHT_NAMES.some((right) => right === grant);

/** Scopes that are ticked at first: no money leaves by itself. */
export const USUAL_SCOPES: readonly KeyScope[] = ['read'];

export const KEY_DAYS = [30, 90, 365] as const;
export const keyLength = (days: number): number => days * DAY;

export const KEY_PREFIX = 'mbk_';

export const MAX_API_KEYS = 20;

/** The name of a key and what it may do, as its row holds them: `wallets` it may withdraw to, addresses it may be used `from`. */
export const grantsSchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum([...KEY_SCOPE_NAMES, ...RIGHT_NAMES])),
  wallets: z.array(z.string()),
  from: z.array(z.string()),
  /** Beginning and last four characters of the secret. */
  hint: z.string(),
});

export type KeyGrants = z.infer<typeof grantsSchema>;

/** The operator's setting of API keys, and its values; where keys are required, the original calls sign no investor in. */
export const API_KEYS = { setting: 'api-keys', forbidden: 0, allowed: 1, required: 2 } as const;
