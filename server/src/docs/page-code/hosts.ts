import { decodeEntities } from './addresses.ts';

/**
 * Returns the hosts of other sites that a line names, as browsers and GitHub's Markdown read addresses:
 * `https:\\\\evil.example`, `https:evil.example`, `//a@evil.example`, `www.evil.example`, `http://2130706433`.
 */
export function hostsIn(line: string): string[] {
  if (!/[/\\]{2}|&|https?:|www\./i.test(line)) return [];
  const plain = decodeEntities(line).replace(/\bxmlns(?::[\w-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const found = [...plain.matchAll(authority)].flatMap(({ 1: written = '' }) => hostOf(written) ?? []);
  return [...new Set(found)];
}

/**
 * After `https:` browsers accept any number of slashes or backslashes, also none. Without a scheme, an address begins
 * with two of them, or with `www.`.
 */
const authority =
  /(?:\b(?:(?:https?|wss?):[/\\]{0,10}|ftp:[/\\]{1,10})|(?<=["'(<=\s[,|`]|^)(?:[/\\]{2}|(?=www\.[^\s.])))((?:\[[\da-f:.]{2,45}\]|[^\s/\\?#"'<>()[\]{}|`,;*]{3,2000})(?::\d+)?)/gi;

function hostOf(written: string): string | undefined {
  // Longer than any host with a name and password before it: where it leads cannot be told.
  if (written.length >= 2_000) return `${written.slice(0, 80)}…`;
  const host = URL.parse(`https://${written.replace(/[.:!]+$/, '')}`)?.hostname;
  if (host === undefined || !/^[\w-]+(?:\.[\w-]+)+$|^\[/.test(host) || reservedHosts.test(host)) return undefined;
  return host;
}

/** Reserved hosts (rfc-editor.org/rfc/rfc2606 and rfc6761), and the local machine. */
const reservedHosts =
  /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$|^127\.|^0\.0\.0\.0$|^\[::1\]$/;

/** Returns whether a text names a host by itself, not as a part of another host. */
export function namesHost(text: string, host: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(host); at !== -1; at = lower.indexOf(host, at + 1)) {
    const before = lower.slice(Math.max(0, at - 1), at);
    const after = lower.slice(at + host.length, at + host.length + 2);
    if (!/[\w.-]/.test(before) && !/^[\w-]|^\.\w/.test(after)) return true;
  }
  return false;
}
