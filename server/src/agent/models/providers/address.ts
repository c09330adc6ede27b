import type { ProviderName } from './provider.ts';

/**
 * A base address as people give it, as the provider's client takes it; undefined when it is none.
 *
 * Clients of the providers disagree on whether their version's path belongs to it (Anthropic's and Google's add it,
 * OpenAI's does not), and addresses of single endpoints are pasted too: all of these become right. A query stays only
 * for compatible endpoints, some of which want their API's version there.
 */
export function normalisedAddress(provider: ProviderName, text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  if (url.search !== '' && provider !== 'compatible') return undefined;
  const path = url.pathname.replace(/\/+$/, '').replace(endpoints, '');
  return `${url.origin}${withVersion(provider, path)}${url.search}`;
}

/** What stands behind the base of an address that names one endpoint. */
const endpoints = /\/(chat\/completions|completions|responses|messages|models)$/;

function withVersion(provider: ProviderName, path: string): string {
  if (provider === 'anthropic') return path.endsWith('/v1') ? path : `${path}/v1`;
  if (provider === 'google') return withGoogleVersion(path);
  return path === '' ? '/v1' : path;
}

/** Instructions and tools are in `v1beta` alone (https://ai.google.dev/gemini-api/docs/api-versions, 2026-11). */
function withGoogleVersion(path: string): string {
  if (path.endsWith('/v1')) return `${path}beta`;
  return /\/v\d+[a-z]+\d*$/.test(path) ? path : `${path}/v1beta`;
}
