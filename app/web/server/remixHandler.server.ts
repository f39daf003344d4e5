import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import type { RequestFacts } from '../context';
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '../responses.server';

type ContextOf = (request: ExpressRequest, response: ExpressResponse) => RequestFacts;

/**
 * Answers requests of Express by a build of Remix, as its adapter does, but for the `signal` of requests: linking one costs
 * more than matching the route, and `isGone` of the context says as much. A `giveWhole` body goes out as it is.
 */
export function remixHandler(build: ServerBuild | (() => Promise<ServerBuild>), contextOf: ContextOf): RequestHandler {
  const answer = createRequestHandler(build, process.env.NODE_ENV);
  return async (request, response, next) => {
    try {
      let whole: Buffer | undefined;
      const giveWhole = (body: Buffer) => {
        whole = body;
      };
      const answered = await answer(webRequest(request), { ...contextOf(request, response), giveWhole });
      await send(response, answered, whole);
    } catch (error) {
      next(error);
    }
  };
}

const hasBody = ({ method }: ExpressRequest): boolean => method !== 'GET' && method !== 'HEAD';

function webRequest(request: ExpressRequest): Request {
  const headers: Record<string, string> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value) headers[name] = String(value);
  }
  const body = hasBody(request) && { body: createReadableStreamFromReadable(request), duplex: 'half' };
  return new Request(addressOf(request), { method: request.method, headers, ...body } as RequestInit);
}

/** Returns the whole address; its host was checked by `wellFormed`. The port is a forwarded one, if any. */
function addressOf(request: ExpressRequest): string {
  const portOf = (name: string): number => Number.parseInt(request.get(name)?.split(':')[1] ?? '', 10);
  const port = [portOf('X-Forwarded-Host'), portOf('Host')].find(Number.isSafeInteger);
  return `${request.protocol}://${request.hostname}${port === undefined ? '' : `:${port}`}${request.originalUrl}`;
}

async function send(
  response: ExpressResponse,
  { status, statusText, headers, body }: Response,
  whole?: Buffer,
): Promise<void> {
  response.statusMessage = statusText;
  response.status(status);
  for (const [name, value] of headers) response.append(name, value);
  if (headers.get('Content-Type')?.startsWith('text/event-stream')) response.flushHeaders();
  if (body) await writeReadableStreamToWritable(body, response);
  else response.end(whole);
}
