/** An AI product that sends people to the sites that it mentions. */
export interface AiProduct {
  product: string;
  operator: string;
  /** Each includes its subdomains. */
  hosts: readonly string[];
  /** The page that names these hosts. */
  source: string;
  /** When that page was last checked. */
  date: string;
}

/** Returns the product that a host belongs to. */
export function aiProductOf(host: string): AiProduct | undefined {
  const labels = host.toLowerCase().split('.');
  return aiProducts.find(({ hosts }) => labels.some((_, place) => hosts.includes(labels.slice(place).join('.'))));
}

const matomo = 'https://github.com/matomo-org/searchengine-and-social-list/blob/master/AIAssistants.yml';
const date = '2026-11-21';

export const aiProducts: readonly AiProduct[] = [
  { product: 'ChatGPT', operator: 'OpenAI', hosts: ['chatgpt.com', 'chat.openai.com'], source: matomo, date },
  { product: 'Claude', operator: 'Anthropic', hosts: ['claude.ai'], source: matomo, date },
  { product: 'Gemini', operator: 'Google', hosts: ['gemini.google.com', 'bard.google.com'], source: matomo, date },
  { product: 'NotebookLM', operator: 'Google', hosts: ['notebooklm.google.com'], source: matomo, date },
  {
    product: 'Google AI Studio',
    operator: 'Google',
    hosts: ['aistudio.google.com'],
    source: 'https://aistudio.google.com/',
    date,
  },
  { product: 'Copilot', operator: 'Microsoft', hosts: ['copilot.microsoft.com'], source: matomo, date },
  {
    product: 'Microsoft 365 Copilot',
    operator: 'Microsoft',
    hosts: ['m365.cloud.microsoft', 'copilot.cloud.microsoft'],
    source: 'https://learn.microsoft.com/en-us/microsoft-365/enterprise/urls-and-ip-address-ranges',
    date,
  },
  { product: 'Perplexity', operator: 'Perplexity', hosts: ['perplexity.ai'], source: matomo, date },
  { product: 'Grok', operator: 'xAI', hosts: ['grok.com', 'grok.x.ai'], source: matomo, date },
  { product: 'Meta AI', operator: 'Meta', hosts: ['meta.ai'], source: matomo, date },
  { product: 'DeepSeek', operator: 'DeepSeek', hosts: ['chat.deepseek.com'], source: matomo, date },
  { product: 'Le Chat', operator: 'Mistral AI', hosts: ['chat.mistral.ai'], source: matomo, date },
  { product: 'Qwen', operator: 'Alibaba', hosts: ['chat.qwen.ai'], source: matomo, date },
  {
    product: 'Kimi',
    operator: 'Moonshot AI',
    hosts: ['kimi.com', 'kimi.moonshot.cn'],
    source: 'https://www.kimi.com/',
    date,
  },
  { product: 'ChatGLM', operator: 'Zhipu AI', hosts: ['chatglm.cn'], source: matomo, date },
  { product: 'Z.ai', operator: 'Zhipu AI', hosts: ['chat.z.ai'], source: 'https://chat.z.ai/', date },
  { product: 'ERNIE Bot', operator: 'Baidu', hosts: ['yiyan.baidu.com', 'ai.baidu.com'], source: matomo, date },
  { product: 'Doubao', operator: 'ByteDance', hosts: ['doubao.com'], source: 'https://www.doubao.com/', date },
  { product: 'You.com', operator: 'You.com', hosts: ['you.com'], source: matomo, date },
  { product: 'Phind', operator: 'Phind', hosts: ['phind.com'], source: 'https://www.phind.com/', date },
  { product: 'Poe', operator: 'Quora', hosts: ['poe.com'], source: 'https://poe.com/', date },
  { product: 'Duck.ai', operator: 'DuckDuckGo', hosts: ['duck.ai'], source: 'https://duck.ai/', date },
  { product: 'Lumo', operator: 'Proton', hosts: ['lumo.proton.me'], source: 'https://lumo.proton.me/', date },
  { product: 'iAsk', operator: 'iAsk', hosts: ['iask.ai'], source: matomo, date },
  { product: 'Jasper', operator: 'Jasper', hosts: ['app.jasper.ai'], source: matomo, date },
  { product: 'Genspark', operator: 'Genspark', hosts: ['genspark.ai'], source: 'https://www.genspark.ai/', date },
  { product: 'Manus', operator: 'Manus', hosts: ['manus.im'], source: 'https://manus.im/', date },
];
