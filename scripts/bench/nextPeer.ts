import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Installation } from '../../tests/support/servers/installation';
import type { Peer } from './peer';

const runFile = promisify(execFile);
const PACKAGES = ['next@latest', 'react@latest', 'react-dom@latest'];
const INSTALL_TIMEOUT_MS = 120_000;

/**
 * Builds and starts an application with the current Next.js in a temporary folder. It renders the elements of one of the product's pages.
 */
export async function startNext({ dataDir, demonstration }: Installation, html: string): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-next-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const given = {
    html,
    file: join(dataDir, 'mirrorbook.db'),
    email: demonstration.investor.email,
    product: fileURLToPath(new URL('../../package.json', import.meta.url)),
  };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  try {
    mkdirSync(join(folder, 'app'));
    write('package.json', '{ "private": true }');
    write('next.config.mjs', 'export default { turbopack: { root: import.meta.dirname } };');
    write('given.json', JSON.stringify(given));
    write(join('app', 'layout.js'), 'export default ({ children }) => children;');
    copyFileSync(new URL('nextPage.mjs', import.meta.url), join(folder, 'app', 'page.js'));
    copyFileSync(new URL('peerParts.mjs', import.meta.url), join(folder, 'app', 'peerParts.mjs'));
    const options = { cwd: folder, env, timeout: INSTALL_TIMEOUT_MS };
    await runFile('npm', ['install', '--no-audit', '--no-fund', '--include=prod', ...PACKAGES], options).catch(
      (error) => {
        throw new Error('npm could not install Next.js', { cause: error });
      },
    );
    const program = join(folder, 'node_modules/next/dist/bin/next');
    await runFile(process.execPath, [program, 'build'], options);
    const child = spawn(process.execPath, [program, 'start', '-H', '127.0.0.1', '-p', '0'], { cwd: folder, env });
    child.once('exit', remove);
    for await (const line of createInterface({ input: child.stdout })) {
      const [, port] = /http:\/\/[^:]+:(\d+)/.exec(line) ?? [];
      if (port) return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, reads: 12, kill: () => child.kill() };
    }
    throw new Error('Next.js did not start');
  } catch (error) {
    remove();
    throw error;
  }
}
