import { createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { Rules } from '../rules/rules.ts';

/** The format of the files; another format belongs to another version of Copydesk. */
const formatVersion = 1;

const SignedFile = z.object({
  copydeskReaderRules: z.int(),
  /** Ed25519, over the bytes of `payload`, in base64. */
  signature: z.string().max(200).optional(),
  /** The rules, as JSON in a string: exactly the signed bytes are parsed. */
  payload: z.string(),
});

const line = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
const Id = z.string().regex(/^(?!own-)[a-z\d][a-z\d-]{0,99}$/);
const Source = z.url({ protocol: /^https$/ });
const Purpose = z.enum(['assistant', 'coding', 'search', 'training', 'other']);
const documented = { id: Id, agent: line, operator: line, source: Source, date: z.iso.date() };

const RulesShape = z.strictObject({
  version: z.string().regex(/^\d{4}-\d{2}-\d{2}\.\d{1,4}$/),
  named: z
    .array(
      z.strictObject({
        ...documented,
        class: z.enum(['ai', 'bot']),
        purpose: Purpose.nullable(),
        pattern: line.max(500),
        networks: z.array(line).max(20),
        onUsersMachines: z.boolean(),
        example: z.string().min(1).max(512),
      }),
    )
    .min(1)
    .max(3_000),
  companyHosts: z.record(line, z.string().regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+(?: [a-z\d-]+(?:\.[a-z\d-]+)+)*$/)),
  accepts: z.array(z.strictObject({ ...documented, accept: line })).max(200),
  signers: z
    .array(
      z.strictObject({
        ...documented,
        host: z.string().regex(/^[a-z\d*-]+(?:\.[a-z\d*-]+)+$/),
        purpose: Purpose.nullable(),
      }),
    )
    .max(200),
});

/** Returns the text of a signed file with these rules. */
export function signRules(rules: Rules, privateKey: KeyObject): string {
  const payload = JSON.stringify(RulesShape.parse(rules));
  const signature = sign(null, Buffer.from(payload), privateKey).toString('base64');
  return `${JSON.stringify({ copydeskReaderRules: formatVersion, signature, payload })}\n`;
}

/**
 * Returns the rules of a file, after verifying its signature with the key.
 *
 * @throws CopydeskError `reader_rules_refused` for another format, and for a file that is unsigned or signed with
 *   another key
 */
export function readSignedRules(text: string, publicKey: KeyObject): Rules {
  const file = SignedFile.safeParse(parsed(text));
  if (!file.success) throw rulesRefused('It is not a file of reader rules. "npm run sign-rules" makes one.');
  const { copydeskReaderRules: version, signature, payload } = file.data;
  if (version !== formatVersion) {
    throw rulesRefused(
      `It has the format ${version}, and this Copydesk reads ${formatVersion}. Use the file of this release.`,
    );
  }
  if (signature === undefined) throw rulesRefused('It is not signed.');
  if (!verify(null, Buffer.from(payload), publicKey, Buffer.from(signature, 'base64'))) {
    throw rulesRefused(
      'The signature does not match the key that must sign rules (COPYDESK_RULES_KEY), or the file was changed.',
    );
  }
  const rules = RulesShape.safeParse(parsed(payload));
  if (rules.success) return rules.data;
  const [issue] = rules.error.issues;
  throw rulesRefused(
    `It is signed, but its rules do not have the known form: ${issue?.path.join('/')}: ${issue?.message}.`,
  );
}

/** Reads an Ed25519 public key in PEM, or the base64 between its lines; undefined for anything else. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const pem = text.includes('BEGIN') ? text : `-----BEGIN PUBLIC KEY-----\n${text.trim()}\n-----END PUBLIC KEY-----`;
    const key = createPublicKey(pem.replaceAll(String.raw`\n`, '\n'));
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

export function rulesRefused(why: string): CopydeskError {
  return new CopydeskError('reader_rules_refused', `The rules were not accepted. ${why}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
