import type { ProviderName } from './provider.ts';

/**
 * Normalises a base address for the provider's client; undefined when it is invalid.
 *
 * The providers' clients disagree on whether the path of the API version belongs to it (Anthropic's and Google's add
 * it, OpenAI's does not), and people also paste addresses of single endpoints: all of these are corrected. A query
 * stays only for compatible endpoints, because some expect their API version there.
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

/** The end of an address that names one endpoint. */
const endpoints = /\/(chat\/completions|completions|responses|messages|models)$/;

function withVersion(provider: ProviderName, path: string): string {
  if (provider === 'anthropic') return path.endsWith('/v1') ? path : `${path}/v1`;
  if (provider === 'google') return withGoogleVersion(path);
  return path === '' ? '/v1' : path;
}

/** Only `v1beta` has instructions and tools (https://ai.google.dev/gemini-api/docs/api-versions, 2026-11). */
function withGoogleVersion(path: string): string {
  if (path.endsWith('/v1')) return `${path}beta`;
  return /\/v\d+[a-z]+\d*$/.test(path) ? path : `${path}/v1beta`;
}
