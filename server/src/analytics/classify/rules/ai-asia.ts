import type { RuleGroup } from './rule.ts';

const robots = 'https://github.com/ai-robots-txt/ai.robots.txt';

/** Operators in East Asia, most of whom document little. */
export const aiOfAsia: readonly RuleGroup[] = [
  {
    operator: 'ByteDance',
    source: robots,
    date: '2026-11-21',
    rules: [
      {
        agent: 'Bytespider',
        purpose: 'training',
        example:
          'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
      },
      { agent: 'TikTokSpider', purpose: 'training' },
      { agent: 'imageSpider', purpose: 'training' },
      { agent: 'Doubao', pattern: 'DoubaoBot|Doubao-User|Doubao(?=/)', purpose: 'assistant', example: 'DoubaoBot/1.0' },
      {
        agent: 'Trae',
        pattern: String.raw`Trae(?:-CLI)?/\d`,
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://docs.trae.ai',
        example:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Trae/1.107.1 Chrome/142.0.7444.235 Electron/39.2.7 Safari/537.36',
      },
    ],
  },
  {
    operator: 'Moonshot AI',
    source: 'https://www.kimi.com/',
    date: '2026-11-21',
    rules: [
      { agent: 'Kimi-User', purpose: 'assistant' },
      { agent: 'Kimi-SearchBot', purpose: 'search' },
      { agent: 'KimiBot', purpose: 'training' },
      {
        agent: 'Kimi CLI',
        pattern: 'KimiCLI|kimi-cli/',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://github.com/MoonshotAI/kimi-cli',
        example: 'KimiCLI/1.5',
      },
    ],
  },
  {
    operator: 'Alibaba',
    source: robots,
    date: '2026-11-21',
    rules: [
      { agent: 'TongyiBot', pattern: 'TongyiBot|Tongyi-User', purpose: 'training' },
      { agent: 'QwenBot', pattern: 'QwenBot|Qwen-User|Qwen-SearchBot', purpose: 'assistant' },
      {
        agent: 'Qwen Code',
        pattern: 'QwenCode|qwen-code',
        purpose: 'coding',
        onUsersMachines: true,
        source: 'https://github.com/QwenLM/qwen-code',
        example: 'QwenCode/0.9.0 (linux; x64)',
      },
    ],
  },
  {
    operator: 'DeepSeek',
    source: robots,
    date: '2026-11-21',
    rules: [{ agent: 'DeepSeekBot', pattern: 'DeepSeek-?Bot|DeepSeek-User|DeepSeek(?=/)', purpose: 'training' }],
  },
  {
    operator: 'Baidu',
    source: robots,
    date: '2026-11-21',
    rules: [{ agent: 'YiyanBot', pattern: 'YiyanBot|ERNIEBot', purpose: 'training' }],
  },
  {
    operator: 'Huawei',
    source: robots,
    date: '2026-11-21',
    rules: [{ agent: 'PanguBot', purpose: 'training' }],
  },
  {
    operator: 'Zhipu AI',
    source: 'https://chatglm.cn/',
    date: '2026-11-21',
    rules: [{ agent: 'ChatGLM-Spider', purpose: 'training' }],
  },
  {
    operator: 'Sina',
    source: 'https://www.iask.com/',
    date: '2026-11-21',
    rules: [{ agent: 'iaskspider', purpose: 'search', example: 'iaskspider/2.0' }],
  },
  {
    operator: 'SB Intuitions',
    source: 'https://www.sbintuitions.co.jp/en/bot/',
    date: '2026-11-21',
    rules: [{ agent: 'SBIntuitionsBot', purpose: 'training' }],
  },
  {
    operator: 'ROIS',
    source: 'https://ds.rois.ac.jp/en_center8/en_crawler/',
    date: '2026-11-21',
    rules: [{ agent: 'Cotoyogi', purpose: 'training' }],
  },
  {
    operator: 'Wrtn',
    source: 'https://wrtn.ai/wrtnbot',
    date: '2026-11-21',
    rules: [{ agent: 'WRTNBot', purpose: 'search' }],
  },
  {
    operator: 'Liner',
    source: 'https://docs.getliner.com/docs/linerbot',
    date: '2026-11-21',
    rules: [{ agent: 'LinerBot', purpose: 'assistant' }],
  },
  {
    operator: 'Butterfly Effect',
    source: 'https://manus.im/docs',
    date: '2026-11-21',
    rules: [
      {
        agent: 'Manus-User',
        pattern: 'Manus-User|^Manus/',
        purpose: 'assistant',
        example:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36; Manus-User/1.0',
      },
    ],
  },
  {
    operator: 'Yandex',
    source: 'https://yandex.ru/support/webmaster/en/robot-workings/user-agent',
    date: '2026-11-21',
    rules: [{ agent: 'YandexAdditional', pattern: 'YandexAdditional(?:Bot)?', purpose: 'search' }],
  },
];
