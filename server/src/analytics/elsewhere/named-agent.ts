import { releasedRules } from '../classify/rules/rules.ts';
import type { Rule } from '../classify/rules/rule.ts';
import type { ReaderElsewhere } from './product.ts';

/** An AI agent by its name, as the rules on user agents know it; one that they do not know keeps its name. */
export function namedAgent(name: string): ReaderElsewhere {
  const known = knownAgents().get(name.toLowerCase());
  if (known === undefined) return { class: 'ai', agent: name.slice(0, 200), operator: 'Unknown', purpose: 'other' };
  return { class: 'ai', agent: known.agent, operator: known.operator, purpose: known.purpose ?? 'other' };
}

let agents: ReadonlyMap<string, Rule> | undefined;

/** By their names in lower case; made once, since each row of an export may name one. */
function knownAgents(): ReadonlyMap<string, Rule> {
  if (agents !== undefined) return agents;
  const named = releasedRules().named.filter((rule) => rule.class === 'ai');
  // Of several rules on one agent the first counts, as it does for user agents.
  agents = new Map(named.toReversed().map((rule) => [rule.agent.toLowerCase(), rule]));
  return agents;
}
