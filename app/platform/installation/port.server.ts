import { createServer } from 'node:net';
import { describeListenFault } from './startFault';

export async function findPortFault(where: { HOST: string; PORT: number }): Promise<string | null> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(where.PORT, where.HOST, resolve);
    });
  } catch (error) {
    const message = describeListenFault(error, where);
    if (message === null) throw error;
    return message;
  }
  await new Promise((resolve) => server.close(resolve));
  return null;
}
