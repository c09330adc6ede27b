import type { Purpose, Verification } from '@copydesk/contract';
import { asksForMarkdown, prefersMarkdown } from './accept.ts';
import type { Evidence, Verdict } from './reader.ts';
import type { AcceptRule } from './rules/accepts.ts';
import { httpLibraries } from './rules/http-libraries.ts';
import type { Rule } from './rules/rule.ts';
import type { Signer } from './rules/signers.ts';
import { signerOf } from './signature/signer.ts';
import type { JudgedUserAgent } from './user-agent.ts';

/** What a verdict rests on besides the evidence. */
interface Known {
  accepts: readonly AcceptRule[];
  signers: readonly Signer[];
}

/**
 * What a view counts as by its evidence, and by what its user agent tells. From what proves the most to what proves the
 * least: a signature, the user agent, what is accepted, the path, isbot.
 */
export function decide(evidence: Evidence, judged: JudgedUserAgent, { accepts, signers }: Known): Verdict {
  const { rule } = judged;
  const signer = evidence.signatureAgent === undefined ? undefined : signerOf(signers, evidence.signatureAgent);
  return (
    bySignature(evidence, rule, signer) ??
    (rule?.class === 'ai' ? byRule(evidence, rule, signer) : undefined) ??
    byAccept(evidence, rule, accepts) ??
    (rule === undefined ? undefined : byRule(evidence, rule, signer)) ??
    byUserAgent(evidence, judged)
  );
}

/** An agent that names the directory of its keys. What it says is a claim like a user agent, until the signature is checked. */
function bySignature(evidence: Evidence, rule: Rule | undefined, signer: Signer | undefined): Verdict | undefined {
  if (evidence.signatureAgent === undefined) return undefined;
  const valid = evidence.signature === 'valid';
  if (signer === undefined) {
    // It signs, so it is no person; a user agent that is known tells more.
    return rule === undefined ? { ...bot, rule: 'signature-agent-unknown' } : undefined;
  }
  // Keys prove that agent alone, not the others of its operator.
  if (rule?.class === 'ai' && (rule.agent === signer.agent || !valid)) return undefined;
  if (rule?.class === 'bot' && !valid && rule.operator !== signer.operator) return undefined;
  const { agent, operator, purpose, id } = signer;
  if (purpose === null) return { ...bot, agent, operator, rule: id };
  return { class: 'ai', agent, operator, purpose, verification: signatureVerification(evidence), rule: id };
}

function byRule(evidence: Evidence, { agent, operator, purpose, ...rule }: Rule, signer?: Signer): Verdict {
  if (purpose === null) return { ...bot, agent, operator: operator === 'unknown' ? null : operator, rule: rule.id };
  const verification = verificationOf(evidence, { operator, ...rule }, signer);
  return { class: 'ai', agent, operator, purpose, verification, rule: rule.id };
}

/** Coding agents that do not say who they are. A bot that does is what it says, unless it accepts just what an agent does. */
function byAccept(
  { accept, fetchMetadata }: Evidence,
  rule: Rule | undefined,
  accepts: readonly AcceptRule[],
): Verdict | undefined {
  if (accept == null || !asksForMarkdown(accept)) return undefined;
  const compact = accept.replaceAll(/\s/g, '').toLowerCase();
  const known = accepts.find((candidate) => candidate.accept === compact);
  if (known !== undefined) {
    const { agent, operator, id } = known;
    return { class: 'ai', agent, operator, purpose: 'coding', verification: 'unverifiable', rule: id };
  }
  if (rule !== undefined && !httpLibraries.has(rule.id)) return undefined;
  if (fetchMetadata !== true) return unnamedAgent('coding', 'accept-markdown');
  // A browser that was told to ask for Markdown, by an extension or by who steers it.
  return prefersMarkdown(accept) ? unnamedAgent('other', 'accept-markdown-in-browser') : undefined;
}

function byUserAgent({ markdownPath }: Evidence, { otherwise }: JudgedUserAgent): Verdict {
  if (otherwise.class === 'bot') return { ...bot, rule: otherwise.rule };
  if (markdownPath === true) return unnamedAgent('other', 'markdown-path');
  return { class: 'human', agent: null, operator: null, purpose: null, verification: null, rule: otherwise.rule };
}

const bot = { class: 'bot', agent: null, operator: null, purpose: null, verification: null } as const;

function unnamedAgent(purpose: Purpose, rule: string): Verdict {
  return { class: 'ai', agent: 'Unnamed agent', operator: 'unknown', purpose, verification: 'unverifiable', rule };
}

function verificationOf(
  evidence: Evidence,
  rule: Pick<Rule, 'networks' | 'onUsersMachines' | 'operator'>,
  signer: Signer | undefined,
): Verification {
  if (signer?.operator === rule.operator && evidence.signature !== 'unchecked') return signatureVerification(evidence);
  if (rule.onUsersMachines) return 'unverifiable';
  if (rule.networks.some((network) => evidence.networks?.includes(network))) return 'verified';
  return rule.networks.length > 0 && evidence.addressKnown === true ? 'spoofed' : 'claimed';
}

function signatureVerification({ signature }: Evidence): Verification {
  if (signature === 'valid') return 'verified';
  return signature === 'invalid' ? 'spoofed' : 'claimed';
}
