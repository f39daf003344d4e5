import type { Handle } from '~/platform/db/index.server';
import { makeToken } from '../tokens.server';

export const freezeLink = async (tx: Handle, userId: string): Promise<string> =>
  `/freeze?token=${await makeToken(tx, 'freeze', userId)}`;
