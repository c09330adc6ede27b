import type { Purpose, Verification } from '@copydesk/contract';
import { asksForMarkdown, prefersMarkdown } from './accept.ts';
import type { Evidence, Verdict } from './reader.ts';
import type { AcceptRule } from './rules/accepts.ts';
import { httpLibraries } from './rules/http-libraries.ts';
import type { Rule } from './rules/rule.ts';
import type { Signer } from './rules/signers.ts';
import { signerOf } from './signature/signer.ts';
import type { JudgedUserAgent } from './user-agent.ts';

/** What a verdict depends on besides the evidence. */
interface Known {
  accepts: readonly AcceptRule[];
  signers: readonly Signer[];
}

/**
 * Returns what a view counts as, by its evidence and by its user agent. It checks from the strongest proof to the
 * weakest: a signature, the user agent, the Accept header, the path, isbot.
 */
export function decide(evidence: Evidence, judged: JudgedUserAgent, { accepts, signers }: Known): Verdict {
  const { rule } = judged;
  const signer = evidence.signatureAgent === undefined ? undefined : signerOf(signers, evidence.signatureAgent);
  return (
    judgeBySignature(evidence, rule, signer) ??
    (rule?.class === 'ai' ? judgeByRule(evidence, rule, signer) : undefined) ??
    judgeByAccept(evidence, rule, accepts) ??
    (rule === undefined ? undefined : judgeByRule(evidence, rule, signer)) ??
    judgeByUserAgent(evidence, judged)
  );
}

/**
 * Decides by an agent that names the directory of its keys. Its claim counts as much as a user agent until the
 * signature is checked.
 */
function judgeBySignature(evidence: Evidence, rule: Rule | undefined, signer: Signer | undefined): Verdict | undefined {
  if (evidence.signatureAgent === undefined) return undefined;
  const valid = evidence.signature === 'valid';
  if (signer === undefined) {
    // It signs, so it is not a person; a known user agent says more.
    return rule === undefined ? { ...bot, rule: 'signature-agent-unknown' } : undefined;
  }
  // Keys prove only that agent, not the operator's others.
  if (rule?.class === 'ai' && (rule.agent === signer.agent || !valid)) return undefined;
  if (rule?.class === 'bot' && !valid && rule.operator !== signer.operator) return undefined;
  const { agent, operator, purpose, id } = signer;
  if (purpose === null) return { ...bot, agent, operator, rule: id };
  return { class: 'ai', agent, operator, purpose, verification: signatureVerification(evidence), rule: id };
}

function judgeByRule(evidence: Evidence, { agent, operator, purpose, ...rule }: Rule, signer?: Signer): Verdict {
  if (purpose === null) return { ...bot, agent, operator: operator === 'unknown' ? null : operator, rule: rule.id };
  const verification = verificationOf(evidence, { operator, ...rule }, signer);
  return { class: 'ai', agent, operator, purpose, verification, rule: rule.id };
}

/**
 * Decides on coding agents that do not name themselves. A bot that names itself counts as what it says, unless its
 * Accept header is exactly that of an agent.
 */
function judgeByAccept(
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
  // A browser that an extension or an automation tool made to ask for Markdown.
  return prefersMarkdown(accept) ? unnamedAgent('other', 'accept-markdown-in-browser') : undefined;
}

function judgeByUserAgent({ markdownPath }: Evidence, { otherwise }: JudgedUserAgent): Verdict {
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
