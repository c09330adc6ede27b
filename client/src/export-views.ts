import type { CallOptions } from './calls.ts';
import { ApiError } from './errors.ts';
import type { operations, PageViews, Totals } from './schema.ts';
import type { Sender } from './sender.ts';

/** Which views: by dates, path, purpose and more. */
export type ExportQuery = Omit<NonNullable<operations['exportViews']['parameters']['query']>, 'format'>;

/** The views of all pages at one moment. */
export interface ExportedViews {
  totals: Totals;
  /**
   * The pages as they arrive, the most read first, in chunks of what has arrived. Read it to its end, or call `return`.
   */
  chunks: AsyncGenerator<PageViews[], void>;
}

/**
 * Requests the views of all pages as JSON lines, and reads them as they arrive. @throws ApiError, or the reason of the
 * signal
 */
export async function exportViews(
  send: Sender,
  projectId: string,
  query: ExportQuery | undefined,
  { signal }: CallOptions,
): Promise<ExportedViews> {
  const sending = { path: { projectId }, query: { ...query, format: 'ndjson' }, signal };
  const response = await send('GET', '/v1/analytics/{projectId}/views/export', sending, async (reply) => reply);
  return { totals: totalsIn(response.headers.get('copydesk-totals') ?? ''), chunks: chunksOf(response) };
}

/** Reads `human=412, ai=168, total=580`. */
function totalsIn(text: string): Totals {
  const of = (name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(text)?.[1] ?? 0);
  return { human: of('human'), ai: of('ai'), total: of('total') };
}

async function* chunksOf(response: Response): AsyncGenerator<PageViews[], void> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      const rows = lines.filter((line) => line !== '').map((line): PageViews => JSON.parse(line));
      if (rows.length > 0) yield rows;
      if (done) return;
    }
  } catch (cause) {
    throw new ApiError('unreachable', 'The export broke off before its end. Ask for it again.', { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
