import type { Purpose } from '@copydesk/contract';

/**
 * A rule for a user agent that identifies itself. The rules are data: the pattern, whom it identifies, where it is
 * documented.
 */
export interface Rule {
  /** Stored with each view that it decides; never changes while the rule means the same. */
  id: string;
  class: 'ai' | 'bot';
  agent: string;
  operator: string;
  /** Null for bots. */
  purpose: Purpose | null;
  /**
   * A case-insensitive regular expression. It must match at the start of a word of the user agent and end at the end of
   * one: `GPTBot` is found in `; GPTBot/1.3;` but neither in `NotGPTBot` nor in `https://openai.com/gptbot`.
   */
  pattern: string;
  /** The page that documents it. */
  source: string;
  /** When that page was last checked. */
  date: string;
  /** Ids of the published address ranges from which it sends requests. */
  networks: readonly string[];
  /** Whether it runs on its users' machines, so that its address proves nothing. */
  onUsersMachines: boolean;
  /** A user agent that this rule decides. */
  example: string;
}

/** Rules as they are written in the source: what those of one operator share is written once. */
export interface RuleGroup {
  operator: string;
  source: string;
  date: string;
  rules: readonly RuleEntry[];
}

interface RuleEntry {
  agent: string;
  /** Absent for bots. */
  purpose?: Purpose;
  /** The agent's name when absent. */
  pattern?: string;
  /** The agent's name in lower case, with dashes, when absent. */
  id?: string;
  operator?: string;
  source?: string;
  networks?: readonly string[];
  onUsersMachines?: true;
  /** `Mozilla/5.0 (compatible; <agent>/1.0)` when absent. */
  example?: string;
}

export function rulesOf(group: RuleGroup): Rule[] {
  return group.rules.map((entry) => ({
    id: entry.id ?? entry.agent.toLowerCase().replaceAll(/[^a-z\d]+/g, '-'),
    class: entry.purpose === undefined ? 'bot' : 'ai',
    agent: entry.agent,
    operator: entry.operator ?? group.operator,
    purpose: entry.purpose ?? null,
    pattern: entry.pattern ?? entry.agent.replaceAll(/[.+*?^$(){}|[\]\\]/g, String.raw`\$&`),
    source: entry.source ?? group.source,
    date: group.date,
    networks: entry.networks ?? [],
    onUsersMachines: entry.onUsersMachines ?? false,
    example: entry.example ?? `Mozilla/5.0 (compatible; ${entry.agent}/1.0)`,
  }));
}
