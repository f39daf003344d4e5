import { z } from 'zod';
import { done, type Result } from '~/platform/result';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { readSentFields } from '~/web/guard/api.server';
import type { KeyCaller, V1Refusal } from '../run.server';
import { callTool, toolsOf } from './tools.server';

const ASSISTANT_INSTRUCTIONS =
  'Tools that only read return immediately. A tool that changes something only proposes it, unless the key acts alone: its result has the effect and a URL. Show both to the person, who confirms there within an hour; nothing happens before that.';

/** Any single message. Arrays of messages are refused, since they would count only once for the limits. */
const messageSchema = { method: 'POST', path: 'mcp', input: z.looseObject({}) } as const;

/** Serves one message of an assistant (MCP, streamable HTTP). Keeps no state between messages. */
export async function serveMcp(caller: KeyCaller): Promise<Result<Response, V1Refusal>> {
  const { request } = caller;
  const message = await readSentFields(messageSchema, { request, url: new URL(request.url), params: {} }, {});
  if (!message.ok) return message;
  // Loaded with the first message, since many installations never receive one.
  const { createMcpHandler, Server } = await import('@modelcontextprotocol/server');
  const created = () => {
    const server = new Server(
      { name: PRODUCT_NAME, version: '1' },
      { capabilities: { tools: {} }, instructions: ASSISTANT_INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools: toolsOf(caller) }));
    server.setRequestHandler('tools/call', ({ params }) => callTool(caller, params.name, params.arguments ?? {}));
    return server;
  };
  const { fetch } = createMcpHandler(created, { maxSubscriptions: 0 });
  return done(await fetch(request, { parsedBody: message.value }));
}
