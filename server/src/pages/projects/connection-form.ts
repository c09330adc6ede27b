import { field } from '../../http/session/form.ts';

const shown = ['host', 'kind', 'username', 'appId', 'apiUrl', 'mention', 'draft', 'labels', 'reviewers'];

/** Returns what was typed into the form of a connection, without its secrets. */
export function typedConnection(body: unknown): Record<string, string> {
  return Object.fromEntries(shown.map((name) => [name, text(body, name)]));
}

/** Returns the API request that the form of a connection means, for its schema to check. */
export function connectionOf(body: unknown): Record<string, unknown> {
  const request = {
    credential: credentialOf(body),
    host: filledText(body, 'host'),
    apiUrl: filledText(body, 'apiUrl'),
    mention: filledText(body, 'mention')?.replace(/^@/, ''),
    draft: field(body, 'draft') === undefined ? undefined : text(body, 'draft') === 'yes',
    labels: listOf(body, 'labels'),
    reviewers: listOf(body, 'reviewers')?.map((name) => name.replace(/^@/, '')),
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** Returns undefined where nothing of it was typed: then the stored credential stays. */
function credentialOf(body: unknown): Record<string, unknown> | undefined {
  const secret = text(body, 'secret');
  const privateKey = field(body, 'privateKey')?.replaceAll('\r\n', '\n').trim() ?? '';
  const kind = text(body, 'kind') || 'token';
  const [appId, username] = [text(body, 'appId'), text(body, 'username')];
  if (kind === 'app') return appId + privateKey === '' ? undefined : { kind, appId, privateKey };
  if (kind === 'password') return username + secret === '' ? undefined : { kind, username, password: secret };
  return secret === '' ? undefined : { kind, token: secret };
}

/** Splits at commas. Returns undefined where the form has no such field. */
function listOf(body: unknown, name: string): string[] | undefined {
  const value = field(body, name);
  return value
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function filledText(body: unknown, name: string): string | undefined {
  return text(body, name) || undefined;
}

function text(body: unknown, name: string): string {
  return (field(body, name) ?? '').trim();
}
