import { z } from 'zod';
import { KEY_SCOPE_NAMES, type KeyScope } from './keyScopes';
import { RIGHT_NAMES, type Right } from './rights';

/** Permission of a key: a scope in an investor's key, a right in an administrator's. */
export type KeyGrant = KeyScope | Right;

export const isRight = (grant: KeyGrant): grant is Right => RIGHT_NAMES.some((right) => right === grant);

/** Name and permissions of a key as stored. `wallets`: permitted withdrawal addresses. `from`: permitted IP addresses of requests. */
export const grantsSchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum([...KEY_SCOPE_NAMES, ...RIGHT_NAMES])),
  wallets: z.array(z.string()),
  from: z.array(z.string()),
  /** Start and last four characters of the secret. */
  hint: z.string(),
  /** True if MCP tools act at once. Otherwise they propose an act, and the person confirms it. */
  actsAlone: z.boolean().default(false),
});

export type KeyGrants = z.infer<typeof grantsSchema>;
