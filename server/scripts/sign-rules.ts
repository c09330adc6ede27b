import { createPrivateKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { requireFitRules } from '../src/analytics/classify/refresh/requirements.ts';
import { signRules } from '../src/analytics/classify/refresh/signed-rules.ts';
import { releasedRules } from '../src/analytics/classify/rules/rules.ts';

/**
 * `npm run sign-rules -- <file>`: writes the current rules, signed, for `copydesk views refresh-rules`. The private key
 * (Ed25519, PEM, as `openssl genpkey -algorithm ed25519` makes one) comes from `COPYDESK_RULES_PRIVATE_KEY`, or from
 * the file that `COPYDESK_RULES_PRIVATE_KEY_FILE` names; never from the command line, which others on the machine can
 * see.
 */
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the file to write: npm run sign-rules -- reader-rules.json');
const rules = releasedRules();
requireFitRules(rules);
await writeFile(target, signRules(rules, createPrivateKey(await privateKey(process.env))));
console.log(`Rules of ${rules.version}: ${rules.named.length} by name, signed, in ${target}`);

async function privateKey(environment: NodeJS.ProcessEnv): Promise<string> {
  const { COPYDESK_RULES_PRIVATE_KEY: key, COPYDESK_RULES_PRIVATE_KEY_FILE: file } = environment;
  if (key !== undefined) return key;
  if (file !== undefined) return await readFile(file, 'utf8');
  throw new Error('Set COPYDESK_RULES_PRIVATE_KEY or COPYDESK_RULES_PRIVATE_KEY_FILE to the private key.');
}
