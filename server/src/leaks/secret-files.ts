import { maskedText } from './masking.ts';

/** Returns whether a file with this name is meant to contain secrets. A file that only shows the format is not. */
export function isSecretFile(path: string): boolean {
  return secretFile.test(path) && !pattern.test(path);
}

const secretFile =
  /(?:^|\/)(?:\.env(?:\.[^/]+|rc)?|[._]netrc|\.npmrc|\.yarnrc\.yml|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.my\.cnf|\.dockercfg|\.docker\/config\.json|\.aws\/[^/]+|\.ssh\/[^/]+|credentials(?:\.\w+)?|secrets?\.(?:json|ya?ml|toml|ini|env|properties|txt)|service[_-]?account[^/]*\.json|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|tfvars|tfstate|env|ovpn))$/i;

const pattern = /example|sample|template|\.dist$|\.defaults?$|\.md$|\.pub$/i;

/**
 * Returns a text of a repository as a model may read it: without credentials, and for a file that is meant to contain
 * secrets, only names and comments. Line numbers stay the same.
 */
export async function readableText(path: string, text: string): Promise<string> {
  const plain = isSecretFile(path) ? text.split('\n').map(withoutValue).join('\n') : text;
  return await maskedText(plain);
}

const hiddenMark = '[hidden]';

function withoutValue(line: string): string {
  if (/^[\s{}[\](),]*$/.test(line)) return line;
  const name = /^\s{0,40}(?:[#;/]{1,3}\s{0,5})?(?:export\s+)?["']?[\w.-]{1,200}["']?\s{0,5}[:=]/.exec(line)?.[0];
  if (name !== undefined) return name.length === line.trimEnd().length ? line : `${name} ${hiddenMark}`;
  // Words with spaces between them are a comment.
  return /^\s*(?:#|;|\/\/)(?=.*\s[a-z]+\s)/i.test(line) ? line : hiddenMark;
}
