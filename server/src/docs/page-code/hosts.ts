import { decodeEntities } from './addresses.ts';

/**
 * Returns the hosts of other sites that a line names, as browsers read addresses: `https:\\evil.example`,
 * `//a@evil.example`.
 */
export function hostsIn(line: string): string[] {
  if (!/[/\\]{2}|&/.test(line)) return [];
  const plain = decodeEntities(line).replace(/\bxmlns(?::[\w-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const found = [...plain.matchAll(authority)].flatMap(({ 1: written = '' }) => hostOf(written) ?? []);
  return [...new Set(found)];
}

/**
 * After `https:` browsers accept any number of slashes or backslashes. Without a scheme, an address begins with two of
 * them.
 */
const authority =
  /(?:\b(?:https?|wss?|ftp):[/\\]{1,10}|(?<=["'(<=\s[]|^)(?:[/\\]{2}))([^\s/\\?#"'<>()[\]{}|`,;*]{3,255})/gi;

function hostOf(written: string): string | undefined {
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
