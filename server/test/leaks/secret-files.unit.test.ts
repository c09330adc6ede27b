import { describe, expect, test } from 'vitest';
import { isSecretFile, readableText } from '../../src/leaks/secret-files.ts';
import { madeUp } from './made-up.ts';

test.each([
  ['.env', true],
  ['apps/web/.env.production', true],
  ['keys/server.pem', true],
  ['.ssh/id_ed25519', true],
  ['infra/prod.tfvars', true],
  ['config/credentials.json', true],
  ['.env.example', false],
  ['.env.sample', false],
  ['docs/secrets.md', false],
  ['src/credentials/read.ts', false],
  ['.ssh/id_ed25519.pub', false],
])('%s holds secrets: %s', (path, is) => {
  expect(isSecretFile(path)).toBe(is);
});

describe('the readable text of a file', () => {
  test('of a secrets file has names and comments at their places', async () => {
    const text =
      '# The name of the database.\nDB_NAME=main\nexport PASSWORD = "correct horse"\nEMPTY=\n\n#OLD=hunter22\nhunter2\n';
    expect(await readableText('.env', text)).toBe(
      '# The name of the database.\nDB_NAME= [hidden]\nexport PASSWORD = [hidden]\nEMPTY=\n\n#OLD= [hidden]\n[hidden]\n',
    );
  });

  test('of a key does not contain the key', async () => {
    const text = `-----BEGIN EC PRIVATE KEY-----\n${madeUp(64)}\n-----END EC PRIVATE KEY-----\n`;
    expect(await readableText('server.key', text)).not.toMatch(/[A-Za-z]{12}/);
  });

  test('of code lacks only the credentials', async () => {
    const text = `const limit = 40;\nconst token = 'ghp_${madeUp(36)}';\n`;
    expect(await readableText('src/a.ts', text)).toBe("const limit = 40;\nconst token = '[a secret: github]';\n");
  });
});
