import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

type Told = Record<string, unknown>;
export type ToolAnswer = { told: Told; isError: boolean };

/** Connects an MCP client to an address with an API key; `fetch` reaches a server in this process. */
export async function assistant(address: string, key: string, fetch?: typeof globalThis.fetch) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit, fetch }));
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    use: async (name: string, input: Told = {}): Promise<ToolAnswer> => {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const [part] = content as { text?: string }[];
      return { told: JSON.parse(part?.text ?? '{}') as Told, isError };
    },
  };
}
