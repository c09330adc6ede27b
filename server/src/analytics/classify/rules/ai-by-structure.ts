import type { RuleGroup } from './rule.ts';

const date = '2026-11-23';
const robots = 'https://github.com/ai-robots-txt/ai.robots.txt';

/** The hosts of each company, separated by spaces: `OpenAI: 'openai.com chatgpt.com'`. */
export type CompanyHosts = Readonly<Record<string, string>>;

/** "No AI training" means the opposite. */
const unlessDenied = String.raw`(?<!\b(?:no|not|non|never|without|against|anti)\b[^;()]{0,24})`;

/**
 * What may precede a host in a link or an email address. For an email address it accepts no character that a word may
 * follow, such as `+`: otherwise each `+` starts the same search again, and 512 of them took 0.7 ms, a hundred times as
 * long as other texts.
 */
const beforeHost = String.raw`(?:https?://|[\w.-]+@)?`;

const otherWork = 'unfurl|preview|monitor|uptime|status|score|seo|advert|favicon|valid|security|scan';

/** The hosts of companies whose business is AI, by company. */
export const companyHosts: CompanyHosts = {
  OpenAI: 'openai.com chatgpt.com',
  Anthropic: 'anthropic.com claude.ai claude.com',
  'Mistral AI': 'mistral.ai',
  Perplexity: 'perplexity.ai perplexity.com',
  xAI: 'x.ai grok.com',
  DeepSeek: 'deepseek.com',
  Cohere: 'cohere.com cohere.ai',
  'Moonshot AI': 'moonshot.ai moonshot.cn kimi.com',
  'Zhipu AI': 'zhipuai.cn bigmodel.cn z.ai',
  MiniMax: 'minimax.io minimaxi.com',
  StepFun: 'stepfun.com',
  'Stability AI': 'stability.ai',
  'Inflection AI': 'inflection.ai pi.ai',
  AI21: 'ai21.com',
  Writer: 'writer.com',
  'Together AI': 'together.ai together.xyz',
  Groq: 'groq.com',
  Replicate: 'replicate.com',
  'Hugging Face': 'huggingface.co hf.co',
  RunPod: 'runpod.io',
  'Fireworks AI': 'fireworks.ai',
  'Character.AI': 'character.ai',
  ProRata: 'prorata.ai gist.ai',
  Ai2: 'allenai.org',
  Diffbot: 'diffbot.com',
  Exa: 'exa.ai',
  Tavily: 'tavily.com',
  Firecrawl: 'firecrawl.dev',
  'Jina AI': 'jina.ai',
  Parallel: 'parallel.ai',
  Phind: 'phind.com',
  Manus: 'manus.im',
  Genspark: 'genspark.ai',
  Glean: 'glean.com',
  LangChain: 'langchain.com',
  LlamaIndex: 'llamaindex.ai',
  'Browser Use': 'browser-use.com',
  Browserbase: 'browserbase.com',
  Cursor: 'cursor.com cursor.sh',
  Cognition: 'devin.ai cognition.ai windsurf.com',
};

/**
 * Rules for programs that no other rule names but that still show that they read for AI: by a company's address, by
 * their own name, or in words. Only programs are checked, so that no person's browser can match, and the verdict is
 * `claimed`. None is a bare word: each looks for a part of a product's name, a host, or words that state a purpose.
 */
export const aiByStructure = (hosts: CompanyHosts): RuleGroup[] => [
  ...Object.entries(hosts).map(([operator, ofCompany]) => companyRule(operator, ofCompany)),
  unnamedPrograms,
];

/** Programs of no known company that show in their names or words that they read for AI. */
const unnamedPrograms: RuleGroup = {
  operator: 'unknown',
  source: robots,
  date,
  rules: [
    {
      id: 'names-a-model',
      agent: 'Unnamed agent',
      pattern: String.raw`(?:[\w.-]+[-_])?(?:Open-?AI|ChatGPT|Claude|Anthropic|DeepSeek|Mistral|Qwen|Hugging-?Face|Ollama|LangChain)(?:[-_][\w.-]*)?(?=[/;)]|$)`,
      purpose: 'other',
      example: 'Mozilla/5.0 (compatible; docs-claude-reader/1.0)',
    },
    {
      // In capitals next to lower-case letters or punctuation, so that neither MAIL nor AIX matches; or in lower case
      // between dashes.
      id: 'names-itself-ai',
      agent: 'Unnamed agent',
      pattern: [
        String.raw`[\w.-]*(?-i:[a-z\d_.-](?:AI|LLM|GPT)(?:(?=[/;),\s\d]|$)|[-_A-Z][a-z])[\w.-]*)`,
        String.raw`(?-i:(?:AI|LLM|GPT)(?:[A-Z][a-z]|[-_\d])[\w.-]*)`,
        String.raw`[\w.-]*\w[-_](?:ai|llm|gpt)(?=[/;)]|$)`,
        String.raw`(?:ai|llm|gpt)[-_]\w[\w.-]*(?=[/;)]|$)`,
        String.raw`\w+ AI(?=/\d)`,
      ].join('|'),
      purpose: 'other',
      example: 'Mozilla/5.0 (compatible; Survey-AI-Research/1.0)',
    },
    {
      id: 'named-as-assistant',
      agent: 'Unnamed agent',
      // The common form of ChatGPT-User, Claude-User, Perplexity-User and MistralAI-User.
      pattern: String.raw`[A-Z][\w.]+-User(?=[/;)])`,
      purpose: 'assistant',
      example:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Sample-User/1.0; +https://example.com/bot)',
    },
    {
      id: 'says-training',
      agent: 'Unnamed agent',
      pattern: `${unlessDenied}(?:${[
        '(?:AI|LLM|language[- ]model|foundation[- ]model|machine[- ]learning|model)[- ]training',
        String.raw`(?:train(?:s|ing)?|fine-?tun(?:e|es|ing)|pre-?train(?:ing)?)(?: \w+){0,2} (?:AI|LLMs?|(?:language |foundation |ML )models?)`,
        'training[- ](?:data(?:set)?s?|corpus) (?:collect|crawl|gather)\\w+',
      ].join('|')})`,
      purpose: 'training',
      example: 'SampleCrawler/1.0 (collects text for training large language models; bot@example.com)',
    },
    {
      id: 'says-ai',
      agent: 'Unnamed agent',
      pattern: `${unlessDenied}(?:${[
        String.raw`(?:AI|LLM)(?:[- ]powered)?[- ](?:agents?|assistants?|search|chat ?bots?|crawlers?|bots?|research|scrapers?|index(?:er|ing)?|answers?|readers?|browsers?|apps?|applications?)`,
        'generative[- ]AI|large language models?|retrieval[- ]augmented generation|agentic',
      ].join('|')})`,
      purpose: 'other',
      example: 'SampleFetcher/2.1 (reads pages for an AI assistant; +https://example.com)',
    },
    {
      // Excludes programs that say they do something else there: previews, monitors, SEO.
      id: 'host-under-ai',
      agent: 'Unnamed agent',
      pattern: String.raw`${beforeHost}(?:[\w-]+\.)+ai(?![\w-]|\.\w|.*(?:${otherWork}))(?<!(?:${otherWork}).*)`,
      purpose: 'other',
      example: 'Mozilla/5.0 (compatible; SampleBot/1.0; +https://sample.ai/bot)',
    },
  ],
};

/**
 * Returns the patterns of which at least one must match before any rule can: searching for the hosts of all companies
 * together takes a fifth of the time of searching for each company's.
 */
export const neededByStructure = (hosts: CompanyHosts): string[] => [
  hostOf(Object.values(hosts).join(' ')),
  ...unnamedPrograms.rules.flatMap(({ pattern }) => pattern ?? []),
];

function companyRule(operator: string, hosts: string): RuleGroup {
  const [first = ''] = hosts.split(' ');
  const rule = {
    id: `host-${first.replaceAll('.', '-')}`,
    agent: operator,
    pattern: hostOf(hosts),
    purpose: 'other' as const,
    example: `Mozilla/5.0 (compatible; SampleBot/1.0; +https://${first}/bot)`,
  };
  return { operator, source: `https://${first}`, date, rules: [rule] };
}

/** Returns a pattern for any of the hosts, or a subdomain of one, in a link or an email address. */
function hostOf(hosts: string): string {
  const anyHost = hosts.replaceAll('.', String.raw`\.`).replaceAll(' ', '|');
  return String.raw`${beforeHost}(?:[\w-]+\.)*(?:${anyHost})(?!\.\w)`;
}
