import type { RuleGroup } from './rule.ts';

/** The large operators, by their own documents. Within a group the more specific rule stands first. */
export const aiOperators: readonly RuleGroup[] = [
  {
    operator: 'OpenAI',
    source: 'https://developers.openai.com/api/docs/bots',
    date: '2026-11-21',
    rules: [
      { agent: 'GPTBot', purpose: 'training', networks: ['openai-gptbot'] },
      { agent: 'OAI-SearchBot', purpose: 'search', networks: ['openai-searchbot'] },
      { agent: 'OAI-AdsBot', purpose: 'other' },
      { agent: 'ChatGPT-User', purpose: 'assistant', networks: ['openai-chatgpt-user'] },
      {
        agent: 'ChatGPT agent',
        pattern: String.raw`ChatGPT[ -]Agent|Operator/\d[\d.]{0,12}(?=.*openai\.com)`,
        purpose: 'assistant',
        source: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
        example: 'Mozilla/5.0 (compatible; ChatGPT Agent/1.0; +https://openai.com)',
      },
      {
        agent: 'ChatGPT app',
        pattern: String.raw`^ChatGPT/\d`,
        purpose: 'assistant',
        onUsersMachines: true,
        source: 'https://openai.com/chatgpt/download/',
        example: 'ChatGPT/1.2026.251 (iOS 26.0; iPhone17,1; build 18201)',
      },
      {
        agent: 'Codex',
        pattern: String.raw`(?:openai-)?codex(?:[-_](?:cli|rs|tui|vscode|exec|desktop)){0,3}/\d|openai-codex|^codex(?:-cli)?$`,
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://github.com/openai/codex',
        example: 'codex_cli_rs/0.98.0 (Mac OS 26.1.0; arm64) iTerm.app/3.6.6',
      },
      {
        agent: 'OpenAI',
        pattern: String.raw`OpenAI(?:-[\w-]+)?/\d|OpenAI(?=$|[;)])|openai-(?:python|node|fetch)|^OpenAI/`,
        purpose: 'other',
        source: 'https://github.com/ai-robots-txt/ai.robots.txt',
        example: 'Mozilla/5.0 (compatible; OpenAI/1.0)',
      },
    ],
  },
  {
    operator: 'Anthropic',
    source: 'https://support.claude.com/en/articles/8896518',
    date: '2026-11-21',
    rules: [
      {
        agent: 'Claude Code',
        pattern: String.raw`Claude-User(?:/[\d.]+)? \(claude-code/|claude-code(?:/|$)|claude-cli/|Claude-Code`,
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://code.claude.com/docs/en/tools-reference',
        example: 'Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)',
      },
      {
        agent: 'Claude-User',
        purpose: 'assistant',
        networks: ['anthropic-bots', 'anthropic-outbound'],
        example:
          'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
      },
      { agent: 'Claude-SearchBot', purpose: 'search', networks: ['anthropic-bots'] },
      { agent: 'AnthropicSearchEval', purpose: 'search' },
      {
        agent: 'Claude app',
        pattern: '^Claude(?:Desktop)?/|^anthropic-(?:python|typescript)/|^Anthropic/(?:Python|JS)',
        purpose: 'assistant',
        onUsersMachines: true,
        source: 'https://claude.com/download',
        example: 'Claude/1.0.211',
      },
      { agent: 'ClaudeBot', purpose: 'training', networks: ['anthropic-bots'] },
      {
        agent: 'Claude-Web',
        purpose: 'training',
        example: 'Claude-Web/1.0 (web crawler; +https://www.anthropic.com/)',
      },
      { agent: 'anthropic-ai', purpose: 'training', example: 'anthropic-ai' },
    ],
  },
  {
    operator: 'Google',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
    date: '2026-11-21',
    rules: [
      {
        agent: 'Gemini CLI',
        pattern: String.raw`Google-Gemini-CLI|GeminiCLI(?:-[\w.-]+)?(?:/|$)|gemini-cli(?:/|$)`,
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://github.com/google-gemini/gemini-cli',
        example: 'Mozilla/5.0 (compatible; Google-Gemini-CLI/1.0; +https://github.com/google-gemini/gemini-cli)',
      },
      {
        agent: 'Antigravity',
        pattern: 'Antigravity/',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://antigravity.google/docs',
      },
      {
        agent: 'Jules',
        pattern: 'google-labs-jules|Google-Jules',
        purpose: 'coding',
        source: 'https://jules.google/docs',
        example: 'google-labs-jules/1.0',
      },
      {
        agent: 'Google-Agent',
        pattern: 'Google-Agent',
        purpose: 'assistant',
        networks: ['google-user-triggered-agents'],
      },
      { agent: 'GoogleAgent-Mariner', purpose: 'assistant' },
      { agent: 'GoogleAgent-URLContext', purpose: 'assistant' },
      {
        agent: 'GoogleAgent',
        pattern: String.raw`GoogleAgent-\w+`,
        purpose: 'assistant',
        example: 'GoogleAgent-Search',
      },
      { agent: 'Gemini-Deep-Research', purpose: 'assistant' },
      {
        // A research tool of Google's AI, that reads what its users name.
        agent: 'Google-Pinpoint',
        id: 'google-pinpoint-of-users',
        purpose: 'assistant',
        example: 'Google-Pinpoint',
      },
      {
        // The Gemini app says nothing but this, as was measured on 2026-09-03.
        agent: 'Gemini',
        pattern: '^Google$',
        purpose: 'assistant',
        source: 'https://github.com/gkoreli/blog/tree/main/packages/blog/drafts/research/ai-fetcher-headers',
        example: 'Google',
      },
      { agent: 'Gemini-User', pattern: 'Gemini-User|Gemini-AI|GeminiBot|Google-Gemini', purpose: 'assistant' },
      {
        agent: 'Google-GeminiNotebook',
        pattern: 'Google-GeminiNotebook|Google-NotebookLM|NotebookLM',
        purpose: 'assistant',
        example:
          'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-gemininotebook)',
      },
      { agent: 'Google-ai-mode', purpose: 'search', pattern: 'Google-ai-mode' },
      { agent: 'Google-Firebase', purpose: 'other' },
      {
        agent: 'Google-CloudVertexBot',
        pattern: 'Google-CloudVertexBot|CloudVertexBot',
        purpose: 'search',
        source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
      },
      {
        agent: 'GoogleOther',
        pattern: 'GoogleOther(?:-Image|-Video)?',
        purpose: 'training',
        source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
      },
      {
        agent: 'Google-Extended',
        purpose: 'training',
        source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
      },
    ],
  },
  {
    operator: 'Perplexity',
    source: 'https://docs.perplexity.ai/guides/bots',
    date: '2026-11-21',
    rules: [
      { agent: 'PerplexityBot', purpose: 'search', networks: ['perplexity-bot'] },
      {
        agent: 'Perplexity app',
        pattern: '^Perplexity/',
        purpose: 'assistant',
        onUsersMachines: true,
        source: 'https://www.perplexity.ai/platforms',
        example: 'Perplexity/2.260901 (iOS)',
      },
      { agent: 'Perplexity-User', pattern: 'Perplexity-?User', purpose: 'assistant', networks: ['perplexity-user'] },
    ],
  },
  {
    operator: 'Meta',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    date: '2026-11-21',
    rules: [
      { agent: 'meta-externalagent', purpose: 'training', example: 'meta-externalagent/1.1' },
      { agent: 'meta-externalfetcher', purpose: 'assistant', example: 'meta-externalfetcher/1.1' },
      { agent: 'meta-webindexer', purpose: 'search', example: 'meta-webindexer/1.1' },
      { agent: 'meta-externaltest', purpose: 'other', example: 'meta-externaltest/1.0' },
      { agent: 'FacebookBot', purpose: 'training' },
    ],
  },
  {
    operator: 'Amazon',
    source: 'https://developer.amazon.com/amazonbot',
    date: '2026-11-21',
    rules: [
      { agent: 'Amazonbot', purpose: 'training' },
      { agent: 'Amzn-SearchBot', purpose: 'search' },
      { agent: 'Amzn-User', purpose: 'assistant' },
      {
        agent: 'Nova Act',
        pattern: '(?:Agent-)?NovaAct',
        purpose: 'assistant',
        onUsersMachines: true,
        source: 'https://github.com/aws/nova-act',
        example:
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Agent-NovaAct/2.0',
      },
      { agent: 'AmazonBuyForMe', pattern: '(?:Agent/)?AmazonBuyForMe', purpose: 'assistant' },
      {
        agent: 'bedrockbot',
        pattern: String.raw`bedrockbot(?:-[\w-]+)?`,
        purpose: 'search',
        source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
      },
      {
        agent: 'Amazon Q Business',
        pattern: 'amazon-QBusiness',
        purpose: 'search',
        source: 'https://docs.aws.amazon.com/amazonq/latest/qbusiness-ug/web-crawler.html',
        example: 'amazon-QBusiness',
      },
      {
        agent: 'Amazon Kendra',
        pattern: 'amazon-kendra|KendraBot',
        purpose: 'search',
        source: 'https://docs.aws.amazon.com/kendra/latest/dg/data-source-web-crawler.html',
        example: 'amazon-kendra',
      },
      {
        agent: 'Kiro',
        pattern: 'Kiro(?:-CLI)?/',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://kiro.dev/docs',
        example: 'Kiro/1.4.0',
      },
      {
        agent: 'Amazon Q Developer',
        pattern: 'AmazonQ-For-CLI|Amazon-Q-Developer|AWS-Q-Developer',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://github.com/aws/amazon-q-developer-cli',
        example: 'AmazonQ-For-CLI/1.19.0',
      },
    ],
  },
  {
    operator: 'Mistral AI',
    source: 'https://docs.mistral.ai/robots',
    date: '2026-11-21',
    rules: [
      { agent: 'MistralAI-User', purpose: 'assistant', networks: ['mistral-user'] },
      { agent: 'MistralAI-Index', purpose: 'search' },
      { agent: 'MistralAI-Training', purpose: 'training' },
      {
        agent: 'Mistral Vibe',
        pattern: 'mistral-vibe',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://github.com/mistralai/mistral-vibe',
        example: 'mistral-vibe/2.4.0',
      },
    ],
  },
  {
    operator: 'Microsoft',
    source: 'https://learn.microsoft.com/azure/ai-services/',
    date: '2026-11-21',
    rules: [
      { agent: 'AzureAI-SearchBot', purpose: 'search' },
      {
        agent: 'GitHub Copilot',
        pattern:
          'GitHub-?Copilot(?:-?(?:Chat|CLI|Agent))?(?:/|$|;)|(?:vscode-)?copilot(?:-cli)?/|Copilot-Agent|CopilotCLI',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://docs.github.com/copilot',
        example: 'GitHubCopilotChat/0.35.0',
      },
      {
        agent: 'Microsoft Copilot',
        pattern: 'Copilot-User|CopilotBot|MicrosoftCopilot|Copilot-Actions',
        purpose: 'assistant',
        example: 'Copilot-User/1.0',
      },
    ],
  },
  {
    operator: 'Apple',
    source: 'https://support.apple.com/en-us/119829',
    date: '2026-11-21',
    rules: [
      { agent: 'Applebot-Extended', purpose: 'training' },
      {
        // Read for Siri and for search, and, says Apple, to train its foundation models.
        agent: 'Applebot',
        id: 'applebot-of-siri',
        purpose: 'search',
        example:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      },
    ],
  },
  {
    operator: 'DuckDuckGo',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    date: '2026-11-21',
    rules: [
      {
        agent: 'DuckAssistBot',
        purpose: 'assistant',
        networks: ['duckduckgo-duckassistbot'],
        example: 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)',
      },
    ],
  },
  {
    operator: 'xAI',
    source: 'https://docs.x.ai/',
    date: '2026-11-21',
    rules: [
      {
        agent: 'Grok',
        pattern:
          'GrokBot|Grok-(?:User|DeepSearch|Bot|SearchBot)|xAI-(?:Grok|Bot|SearchBot|User|Crawler)|xAI-?Bot|Grok(?=/)',
        purpose: 'assistant',
        example: 'Mozilla/5.0 (compatible; GrokBot/1.0; +https://x.ai)',
      },
    ],
  },
];
