import type { ProviderCall } from './models-provider.ts';
import type { Provider } from './provider.ts';

/** Returns the milliseconds between the end of each answer and the next request. */
export function gapsOf(calls: readonly ProviderCall[]): number[] {
  return calls.slice(1).map(({ arrivedAt }, index) => arrivedAt - (calls[index]?.endedAt ?? 0));
}

/** Sends the same bytes again, with nothing but `fetch`. */
export async function sendAgain(
  { url, calls, answered }: Provider,
  sent: readonly ProviderCall[],
): Promise<ProviderCall[]> {
  const before = calls.length;
  for (const { body } of sent) {
    const headers = { 'content-type': 'application/json', 'x-bare': '1' };
    await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })).text();
  }
  await answered(before + sent.length);
  return calls.slice(before).filter(({ bare }) => bare);
}
