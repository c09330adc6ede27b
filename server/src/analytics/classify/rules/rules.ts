import { acceptRules } from './accepts.ts';
import type { AcceptRule } from './accepts.ts';
import { companyHosts } from './ai-by-structure.ts';
import type { CompanyHosts } from './ai-by-structure.ts';
import { aiCoding } from './ai-coding.ts';
import { aiCompanies } from './ai-companies.ts';
import { aiOfAsia } from './ai-asia.ts';
import { aiOperators } from './ai-operators.ts';
import { aiSearchAndData } from './ai-search-and-data.ts';
import { botsSearch } from './bots-search.ts';
import { botsTools } from './bots-tools.ts';
import { rulesOf } from './rule.ts';
import type { Rule } from './rule.ts';
import { signers } from './signers.ts';
import type { Signer } from './signers.ts';
import { rulesVersion } from './version.ts';

/** The facts by which readers are recognised. How they are used is code. */
export interface Rules {
  version: string;
  /**
   * Rules for user agents, by name: the first match decides, so AI comes before bots, and the specific before the
   * general.
   */
  named: readonly Rule[];
  /** Hosts of AI companies, which identify programs that no name decides. */
  companyHosts: CompanyHosts;
  accepts: readonly AcceptRule[];
  signers: readonly Signer[];
}

/** Returns the rules that come with the package. */
export function releasedRules(): Rules {
  const groups = [aiOperators, aiOfAsia, aiCoding, aiSearchAndData, aiCompanies, botsSearch, botsTools];
  return {
    version: rulesVersion,
    named: groups.flat().flatMap(rulesOf),
    companyHosts,
    accepts: acceptRules,
    signers,
  };
}
