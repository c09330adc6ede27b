import type { RuleGroup } from './rule.ts';

const robots = 'https://github.com/ai-robots-txt/ai.robots.txt';

/** Crawlers of companies and institutes that collect for an AI of their own, among other purposes. */
export const aiCompanies: readonly RuleGroup[] = [
  {
    operator: 'Semrush',
    source: 'https://www.semrush.com/bot/',
    date: '2026-11-21',
    rules: [{ agent: 'SemrushBot-OCOB', purpose: 'other' }],
  },
  {
    operator: 'Qualified',
    source: robots,
    date: '2026-11-21',
    rules: [{ agent: 'QualifiedBot', purpose: 'assistant' }],
  },
  {
    operator: 'Sidetrade',
    source: robots,
    date: '2026-11-21',
    rules: [{ agent: 'Sidetrade indexer bot', purpose: 'training', example: 'Sidetrade indexer bot' }],
  },
  {
    operator: 'Hive',
    source: 'https://imagesift.com/about',
    date: '2026-11-23',
    rules: [
      { agent: 'ImagesiftBot', purpose: 'other', example: 'Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)' },
    ],
  },
  {
    operator: 'unknown',
    source: robots,
    date: '2026-11-23',
    rules: [
      { agent: 'Mozilla-Tabstack', operator: 'Mozilla', purpose: 'other', source: 'https://docs.tabstack.ai' },
      { agent: 'GeistHaus-PageFetcher', operator: 'GeistHaus', purpose: 'assistant' },
      { agent: 'UseAI', operator: 'Use AI', purpose: 'assistant' },
    ],
  },
  {
    operator: 'GoGuides',
    source: 'https://www.goguides.com/white-paper.php',
    date: '2026-11-23',
    rules: [
      {
        agent: 'GoGuides',
        pattern: 'GoGuides(?:Crawler|DiscoveryBot)',
        purpose: 'search',
        example: 'GoGuidesCrawler/2.0',
      },
    ],
  },
  {
    operator: 'BuddyBotLearning',
    source: robots,
    date: '2026-11-21',
    rules: [{ agent: 'BuddyBot', purpose: 'training' }],
  },
  {
    operator: 'NICT',
    source: 'https://ucri.nict.go.jp/en/icccrawler.html',
    date: '2026-11-21',
    rules: [
      {
        agent: 'ICC-Crawler',
        purpose: 'training',
        example: 'ICC-Crawler/3.0 (Mozilla-compatible; ; https://ucri.nict.go.jp/en/icccrawler.html)',
      },
    ],
  },
];
