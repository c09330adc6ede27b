import type { Draft, CollectContext } from '../draft.ts';

/** Finds the other site that the reader came from, if any. Only its host is kept: addresses may name people. */
export function findReferrer(draft: Draft, { project }: CollectContext): undefined {
  const { event, url } = draft;
  const given = event.referrer ?? event.headers?.referer;
  const host = given ? hostOf(given) : campaignHost(url?.search ?? event.path);
  if (host === undefined || host.length > longestHost || host === plain(url?.hostname ?? '')) return;
  if (project.origins.some((origin) => hostOf(origin) === host)) return;
  draft.referrer = host;
}

/** The maximum length of a DNS name. */
const longestHost = 253;

/** `https://www.Example.com:8080/x` → `example.com`; undefined for what is not a web address. */
function hostOf(address: string): string | undefined {
  if (!/^https?:/i.test(address)) return undefined;
  const host = plain(URL.parse(address)?.hostname ?? '');
  return host === '' ? undefined : host;
}

/**
 * Some products send their readers without a referrer and name themselves in the address: ChatGPT adds
 * `utm_source=chatgpt.com` to its links. The names of other campaigns are not hosts.
 */
function campaignHost(query: string | null | undefined): string | undefined {
  const name = query == null ? undefined : /[?&]utm_source=([a-z\d-]+(?:\.[a-z\d-]+)+)(?:[&#]|$)/i.exec(query)?.[1];
  return name === undefined ? undefined : plain(name);
}

function plain(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}
