import type { Handle } from '~/platform/db/index.server';
import { createToken } from '../tokens.server';

export const createFreezeLink = async (tx: Handle, userId: string): Promise<string> =>
  `/freeze?token=${await createToken(tx, 'freeze', userId)}`;
