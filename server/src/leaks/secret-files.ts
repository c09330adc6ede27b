import { maskedText } from './masking.ts';

/** Whether a file of this name is there to hold secrets; one that shows how such a file looks is not. */
export function isSecretFile(path: string): boolean {
  return secretFile.test(path) && !pattern.test(path);
}

const secretFile =
  /(?:^|\/)(?:\.env(?:\.[^/]+|rc)?|[._]netrc|\.npmrc|\.yarnrc\.yml|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.my\.cnf|\.dockercfg|\.docker\/config\.json|\.aws\/[^/]+|\.ssh\/[^/]+|credentials(?:\.\w+)?|secrets?\.(?:json|ya?ml|toml|ini|env|properties|txt)|service[_-]?account[^/]*\.json|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|tfvars|tfstate|env|ovpn))$/i;

const pattern = /example|sample|template|\.dist$|\.defaults?$|\.md$|\.pub$/i;

/**
 * A text of a repository as a model may read it: without the credentials in it, and of a file that is there to hold
 * secrets with nothing but names and comments. Each line stays where it is.
 */
export async function readableText(path: string, text: string): Promise<string> {
  const plain = isSecretFile(path) ? text.split('\n').map(withoutValue).join('\n') : text;
  return await maskedText(plain);
}

const hidden = '[hidden]';

function withoutValue(line: string): string {
  if (/^[\s{}[\](),]*$/.test(line)) return line;
  const name = /^\s{0,40}(?:[#;/]{1,3}\s{0,5})?(?:export\s+)?["']?[\w.-]{1,200}["']?\s{0,5}[:=]/.exec(line)?.[0];
  if (name !== undefined) return name.length === line.trimEnd().length ? line : `${name} ${hidden}`;
  // Words with spaces between: what stands there as a comment.
  return /^\s*(?:#|;|\/\/)(?=.*\s[a-z]+\s)/i.test(line) ? line : hidden;
}
