import { aiByStructure } from './ai-by-structure.ts';
import { aiCoding } from './ai-coding.ts';
import { aiCompanies } from './ai-companies.ts';
import { aiOfAsia } from './ai-asia.ts';
import { aiOperators } from './ai-operators.ts';
import { aiSearchAndData } from './ai-search-and-data.ts';
import { botsSearch } from './bots-search.ts';
import { botsTools } from './bots-tools.ts';
import { rulesOf } from './rule.ts';
import type { Rule } from './rule.ts';

/** All rules on user agents by name: the first that matches decides, so AI stands before bots, and the specific before the general. */
export const namedRules: readonly Rule[] = [
  ...aiOperators,
  ...aiOfAsia,
  ...aiCoding,
  ...aiSearchAndData,
  ...aiCompanies,
  ...botsSearch,
  ...botsTools,
].flatMap(rulesOf);

/** Tried on programs that no name decides, or the name of an HTTP library alone. */
export const structuralRules: readonly Rule[] = aiByStructure.flatMap(rulesOf);

export const rules: readonly Rule[] = [...namedRules, ...structuralRules];
