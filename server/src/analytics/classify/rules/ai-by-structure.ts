import type { RuleGroup } from './rule.ts';

const date = '2026-11-23';
const robots = 'https://github.com/ai-robots-txt/ai.robots.txt';

/** Hosts by the company that they are of, with spaces between them: `OpenAI: 'openai.com chatgpt.com'`. */
export type CompanyHosts = Readonly<Record<string, string>>;

/** "No AI training" says the opposite. */
const unlessDenied = String.raw`(?<!\b(?:no|not|non|never|without|against|anti)\b[^;()]{0,24})`;

/**
 * What stands before a host in a link or a mail address. Of a mail address it takes nothing that a word may begin behind, as
 * `+`: else each `+` begins the same search anew, and 512 of them took 0.7 ms, a hundred times what others take.
 */
const beforeHost = String.raw`(?:https?://|[\w.-]+@)?`;

const otherWork = 'unfurl|preview|monitor|uptime|status|score|seo|advert|favicon|valid|security|scan';

/** The hosts of companies whose business is AI, by the company. */
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
 * Programs that no other rule names and that tell nevertheless that they read for AI: by the company whose address they
 * give, by their own name, or in words. They are tried on programs alone, so that no browser of a person can match, and
 * whoever they decide is `claimed`. None is a bare word: what is looked for is a part of a product's name, a host, or
 * words that say what for.
 */
export const aiByStructure = (hosts: CompanyHosts): RuleGroup[] => [
  ...Object.entries(hosts).map(([operator, ofCompany]) => companyRule(operator, ofCompany)),
  {
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
        // In capitals beside small letters or signs, so that neither MAIL nor AIX is one; or small between dashes.
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
        // The form that ChatGPT-User, Claude-User, Perplexity-User and MistralAI-User have in common.
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
        // Left out are those who say that they do something else there: previews, monitors, SEO.
        id: 'host-under-ai',
        agent: 'Unnamed agent',
        pattern: String.raw`${beforeHost}(?:[\w-]+\.)+ai(?![\w-]|\.\w|.*(?:${otherWork}))(?<!(?:${otherWork}).*)`,
        purpose: 'other',
        example: 'Mozilla/5.0 (compatible; SampleBot/1.0; +https://sample.ai/bot)',
      },
    ],
  },
];

/**
 * What any of the rules needs: the hosts of all companies are looked for together, which takes a fifth of the time of looking
 * for those of each.
 */
export const neededByStructure = (hosts: CompanyHosts): string[] => [
  hostOf(Object.values(hosts).join(' ')),
  ...aiByStructure({}).flatMap(({ rules }) => rules.flatMap(({ pattern }) => pattern ?? [])),
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

/** One of some hosts, or a host under it, in a link or a mail address. */
function hostOf(hosts: string): string {
  const anyHost = hosts.replaceAll('.', String.raw`\.`).replaceAll(' ', '|');
  return String.raw`${beforeHost}(?:[\w-]+\.)*(?:${anyHost})(?!\.\w)`;
}
