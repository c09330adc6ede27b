import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApi } from '../../http/support/api.ts';

/** Both families of protocol revisions that clients use. */
export const eras = ['legacy', 'auto'] as const;

export interface McpOptions {
  key?: string;
  mode?: (typeof eras)[number];
  path?: string;
  headers?: Record<string, string>;
}

/** Returns the official client, connected. */
export async function connect(
  api: Pick<TestApi, 'port' | 'adminKey'>,
  { key = api.adminKey, mode = 'auto', path = '/mcp', headers = {} }: McpOptions = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${api.port}${path}`), { requestInit }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: async () => await client.close() });
}

/** Returns a tool's result, and whether it is an error. */
export async function call(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<{ isError: boolean; value: Record<string, unknown>; text: string }> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  return { isError, value: JSON.parse(text), text };
}
