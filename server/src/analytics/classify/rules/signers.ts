import type { Purpose } from '@copydesk/contract';

/** A signer of requests (Web Bot Auth), by the host in its `Signature-Agent` header. */
export interface Signer {
  id: string;
  /** The host; `*` stands for one label in it. */
  host: string;
  agent: string;
  operator: string;
  /** Null for automation that does not serve AI. */
  purpose: Purpose | null;
  source: string;
  date: string;
}

const date = '2026-11-21';

export const signers: readonly Signer[] = [
  {
    id: 'signed-chatgpt-agent',
    host: 'chatgpt.com',
    agent: 'ChatGPT agent',
    operator: 'OpenAI',
    purpose: 'assistant',
    source: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
    date,
  },
  {
    id: 'signed-google-agent',
    host: 'agent.bot.goog',
    agent: 'Google-Agent',
    operator: 'Google',
    purpose: 'assistant',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
    date,
  },
  {
    id: 'signed-agentcore-browser',
    host: '*.keydirectory.signer.*.on.aws',
    agent: 'AgentCore Browser',
    operator: 'Amazon',
    purpose: 'assistant',
    source: 'https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/browser-web-bot-auth.html',
    date,
  },
  {
    id: 'signed-duckassistbot',
    host: 'assistbot.duckduckgo.com',
    agent: 'DuckAssistBot',
    operator: 'DuckDuckGo',
    purpose: 'assistant',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    date,
  },
  {
    id: 'signed-youbot',
    host: 'you.com',
    agent: 'YouBot',
    operator: 'You.com',
    purpose: 'search',
    source: 'https://about.you.com/youbot/',
    date,
  },
  {
    id: 'signed-manus',
    host: 'api.manus.im',
    agent: 'Manus-User',
    operator: 'Butterfly Effect',
    purpose: 'assistant',
    source: 'https://manus.im/docs',
    date,
  },
  {
    id: 'signed-browserbase',
    host: 'www.browserbase.com',
    agent: 'Browserbase',
    operator: 'Browserbase',
    purpose: 'assistant',
    source: 'https://docs.browserbase.com',
    date,
  },
  {
    id: 'signed-anchor-browser',
    host: 'api.anchorbrowser.io',
    agent: 'Anchor Browser',
    operator: 'Anchor',
    purpose: 'assistant',
    source: 'https://docs.anchorbrowser.io',
    date,
  },
  {
    id: 'signed-kernel',
    host: 'www.kernel.sh',
    agent: 'Kernel',
    operator: 'Kernel',
    purpose: 'assistant',
    source: 'https://www.kernel.sh/docs',
    date,
  },
  {
    id: 'signed-apify',
    host: 'api.apify.com',
    agent: 'ApifyWebsiteContentCrawler',
    operator: 'Apify',
    purpose: 'other',
    source: 'https://apify.com/apify/website-content-crawler',
    date,
  },
  {
    id: 'signed-exa',
    host: 'crawler.exa.ai',
    agent: 'ExaSearchBot',
    operator: 'Exa',
    purpose: 'search',
    source: 'https://exa.ai/docs',
    date,
  },
  {
    id: 'signed-meta-externaltest',
    host: 'www.meta.com',
    agent: 'meta-externaltest',
    operator: 'Meta',
    purpose: 'other',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    date,
  },
  {
    id: 'signed-duckduckbot',
    host: 'bot.duckduckgo.com',
    agent: 'DuckDuckBot',
    operator: 'DuckDuckGo',
    purpose: null,
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
    date,
  },
  {
    id: 'signed-ahrefs',
    host: 'ahrefs.com',
    agent: 'AhrefsBot',
    operator: 'Ahrefs',
    purpose: null,
    source: 'https://ahrefs.com/robot',
    date,
  },
  {
    id: 'signed-yahoo-mail',
    host: 'ecp.yusercontent.com',
    agent: 'YahooMailProxy',
    operator: 'Yahoo',
    purpose: null,
    source: 'https://radar.cloudflare.com/bots/directory',
    date,
  },
];
