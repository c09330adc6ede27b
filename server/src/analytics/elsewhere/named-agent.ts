import { releasedRules } from '../classify/rules/rules.ts';
import type { Rule } from '../classify/rules/rule.ts';
import type { ReaderElsewhere } from './product.ts';

/** Returns the AI agent with this name in the rules on user agents; an unknown agent keeps its name. */
export function namedAgent(name: string): ReaderElsewhere {
  const known = knownAgents().get(name.toLowerCase());
  if (known === undefined) return { class: 'ai', agent: name.slice(0, 200), operator: 'Unknown', purpose: 'other' };
  return { class: 'ai', agent: known.agent, operator: known.operator, purpose: known.purpose ?? 'other' };
}

let agents: ReadonlyMap<string, Rule> | undefined;

/** By lower-case name; built once, since each row of an export may name one. */
function knownAgents(): ReadonlyMap<string, Rule> {
  if (agents !== undefined) return agents;
  const named = releasedRules().named.filter((rule) => rule.class === 'ai');
  // When several rules have the same agent, the first counts, as for user agents.
  agents = new Map(named.toReversed().map((rule) => [rule.agent.toLowerCase(), rule]));
  return agents;
}
