import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { HOUR, SECOND } from '../clock';
import { assertValidKey, type Storage } from './storage';

/** Storage in a bucket of any S3-compatible server, with one private object per key. */
export function createS3Storage(url: string): Storage {
  const { hostname: Bucket, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint');
  const config: S3ClientConfig = {
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // S3-compatible servers other than AWS address buckets by path instead of by host name.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // The newer checksums are trailers of a chunked body, which many servers store as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A person waits for the page, so an unavailable server must be reported soon.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3 * SECOND, requestTimeout: 15 * SECOND },
  };
  // Loaded with the first file, since the library is large and most installations do not use it.
  const load = async () => {
    // Suppresses the library's warning about Node 20 at every start.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    const s3 = await import('@aws-sdk/client-s3');
    return { s3, client: new s3.S3Client(config) };
  };
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };

  return {
    put: async (key, bytes, type) => {
      const Key = assertValidKey(key);
      const { s3, client } = await loaded();
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: type }));
    },
    get: async (key, range) => {
      const Key = assertValidKey(key);
      const { s3, client } = await loaded();
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key, Range }));
        return Body as Readable;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },
    remove: async (key) => {
      const Key = assertValidKey(key);
      const { s3, client } = await loaded();
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
    },
    ready: async () => {
      const { s3, client } = await loaded();
      await client.send(new s3.HeadBucketCommand({ Bucket }));
    },
    bucket: {
      putFile: async (key, path) => {
        const Key = assertValidKey(key);
        const { s3, client } = await loaded();
        const { size: ContentLength } = await stat(path);
        await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: createReadStream(path), ContentLength }), {
          // Allows more time than other calls, since nobody waits for this one and the object may be large.
          requestTimeout: HOUR,
        });
      },
      list: async (Prefix) => {
        const { s3, client } = await loaded();
        const keys: string[] = [];
        for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
          keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
        }
        return keys;
      },
    },
  };
}
