import type { Handle } from '~/platform/db/index.server';
import { makeToken } from '../tokens.server';

/** The path of a new link that freezes a user's account, for a mail. It works once. */
export const freezeLink = async (tx: Handle, userId: string): Promise<string> =>
  `/freeze?token=${await makeToken(tx, 'freeze', userId)}`;
