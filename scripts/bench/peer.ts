import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../tests/support/servers/installation';

export type Peer = { origin: string; pid: number; reads: number; kill: () => void };

/**
 * Starts an Express server that renders the elements of a page, or writes an API answer, with a dozen reads of the same database about
 * the demonstration's investor. It is the reference for signed-in pages and `getData`.
 */
export async function startPeer(
  { dataDir, demonstration }: Installation,
  { html = '<html></html>', answer = {} }: { html?: string; answer?: unknown },
): Promise<Peer> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  const peer = fork(fileURLToPath(new URL('peerServer.mjs', import.meta.url)), [], { env });
  peer.send({ html, answer, file: join(dataDir, 'mirrorbook.db'), email: demonstration.investor.email });
  const [{ port, reads }] = (await once(peer, 'message')) as [{ port: number; reads: number }];
  return { origin: `http://127.0.0.1:${port}`, pid: peer.pid ?? 0, reads, kill: () => void peer.kill() };
}
