import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePort } from './freePort';

/** S3 server with one bucket, which can be stopped and restarted with its contents. */
export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-s3-'));
  const port = await freePort();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const make = () => {
    const buckets = [{ name: 'uploads', configs: [] }];
    return new S3rver({ port, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: buckets });
  };
  let server = make();
  await server.run();
  return {
    url: `s3://uploads?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=us-east-1`,
    origin: `http://127.0.0.1:${port}`,
    goDown: async () => {
      server.httpServer?.closeAllConnections();
      await server.close();
    },
    comeBack: async () => {
      server = make();
      await server.run();
    },
    remove: async () => {
      server.httpServer?.closeAllConnections();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
