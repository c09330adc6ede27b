import { expect, test } from 'vitest';
import { readExport, reported } from './read-export.ts';

test('GoatCounter: a hit a line, of which events and bots are left out', async () => {
  const rows = [
    '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
    '/start,"Start, and ""go""",0,,Firefox 140,Linux,1a-2b,0,,,"1280,768,1",NL,1,2026-03-01T23:59:59Z',
    '/start,Start,false,,Firefox 140,Linux,1a-2b,0,,,"1280,768,1",NL,0,2026-03-02T00:00:00Z',
    'download-pdf,Download,1,,Firefox 140,Linux,1a-2b,0,,,,NL,1,2026-03-02T00:00:01Z',
    '/start,Start,0,,,,1a-2c,3,,,,NL,1,2026-03-02T00:00:02Z',
    '',
  ];
  expect((await readExport('goatcounter', rows.join('\n'))).map(reported)).toEqual([
    '2026-03-01 /start human 1',
    '2026-03-02 /start human 1',
    '2026-03-02 download-pdf human 1 events',
    '2026-03-02 /start human 1 bots',
  ]);
});

test('umami: an event a line of website_event, of which page views count', async () => {
  const rows = [
    '"website_id","session_id","event_id","hostname","url_path","url_query","event_type","event_name","created_at"',
    '"w","s","e1","docs.example.com","/start","","1","","2026-03-01 08:00:00"',
    '"w","s","e2","docs.example.com","/start","","2","signup","2026-03-01 08:00:01"',
    '"w","s","e3","docs.example.com","/start/","a=1","1","","2026-03-01 08:00:02.123+00"',
  ];
  const found = await readExport('umami', rows.join('\n'));
  expect(found.map(reported)).toEqual([
    '2026-03-01 /start human 1',
    '2026-03-01 /start human 1 events',
    '2026-03-01 /start/ human 1',
  ]);
  expect(found[0]?.host).toBe('docs.example.com');
});

const matomoRows = [
  'date,label,nb_visits,nb_hits,sum_time_spent,metadata_url',
  '2026-03-01,/start,3,5,60,https://docs.example.com/start',
  '2026-03-01,"/a, b/index",1,2,9,',
  '2026-03-02,Others,1,4,9,',
];

test.each([
  ['UTF-16 with a byte-order mark', Buffer.from(`\ufeff${matomoRows.join('\n')}`, 'utf16le')],
  ['UTF-8', matomoRows.join('\n')],
])('Matomo: the pages of each day as CSV in %s', async (_, content) => {
  expect((await readExport('matomo', content)).map(reported)).toEqual([
    '2026-03-01 /start human 5',
    '2026-03-01 /a, b/ human 2',
    '2026-03-02 (other) human 4',
  ]);
});

test('Matomo: the pages of several days, or of one that is named, as JSON', async () => {
  const one = [{ label: '/start', nb_hits: 5, nb_visits: 3 }];
  const days = { '2026-03-01': one, '2026-03-02': [], '2026-03-03': [{ label: 'Others', nb_hits: '2' }] };
  const several = await readExport('matomo', JSON.stringify(days), { name: 'pages.json' });
  expect(several.map(reported)).toEqual(['2026-03-01 /start human 5', '2026-03-03 (other) human 2']);
  const named = await readExport('matomo', JSON.stringify(one), { name: 'pages.json', date: '2026-03-04' });
  expect(named.map(reported)).toEqual(['2026-03-04 /start human 5']);
});

const ga4Day = [
  '# ----------------------------------------',
  '# Pages and screens: Page path and screen class',
  '# Start date: 20260301',
  '# End date: 20260301',
  '# ----------------------------------------',
  '',
  'Page path and screen class,Views,Active users',
  ',17,9,Grand total',
  '/start,12,8',
  '(not set),2,1',
  '(other),3,1',
  '',
  '# Start date: 20260301',
  '# End date: 20260301',
  'Nth day,Views',
  '0000,17',
];

test('GA4: a report of one day, with other tables beside it and totals that are not rows', async () => {
  expect((await readExport('ga4', `\ufeff${ga4Day.join('\n')}`)).map(reported)).toEqual([
    '2026-03-01 /start human 12',
    '2026-03-01 (other) human 2',
    '2026-03-01 (other) human 3',
  ]);
});

test('GA4: an exploration by day, and the answer of runReport', async () => {
  const rows = [
    '# Free form 1',
    '# 20260301-20260302',
    '',
    'Date,Page path,Hostname,Views',
    '20260301,/a,Docs.example.com,5',
  ];
  const found = await readExport('ga4', [...rows, '20260302,/a,(not set),6', 'Grand total,,,11'].join('\r\n'));
  expect(found.map(reported)).toEqual(['2026-03-01 /a human 5', '2026-03-02 /a human 6']);
  expect(found.map(({ host }) => host)).toEqual(['docs.example.com', undefined]);
  const answer = {
    dimensionHeaders: [{ name: 'date' }, { name: 'pagePath' }],
    metricHeaders: [{ name: 'screenPageViews', type: 'TYPE_INTEGER' }],
    rows: [{ dimensionValues: [{ value: '20260301' }, { value: '/a' }], metricValues: [{ value: '5' }] }],
    rowCount: 1,
    kind: 'analyticsData#runReport',
  };
  const json = await readExport('ga4', JSON.stringify(answer), { name: 'report.json' });
  expect(json.map(reported)).toEqual(['2026-03-01 /a human 5']);
});

test('Mintlify: people and AI apart, crawlers of search engines left out', async () => {
  const rows = [
    'date,path,humanViews,aiViews,searchIndexViews,trainingViews,otherAiViews,totalViews',
    '2026-03-01,/start,10,4,3,2,1,14',
  ];
  expect((await readExport('mintlify', rows.join('\n'))).map(reported)).toEqual([
    '2026-03-01 /start human 10',
    '2026-03-01 /start Unnamed AI/other 4',
    '2026-03-01 /start Unnamed AI/training 2',
    '2026-03-01 /start Unnamed AI bots/other 1',
    '2026-03-01 /start human 3 bots',
  ]);
});

test('CSV by semicolons or tabs, with a byte-order mark, empty lines and columns beside', async () => {
  const rows = ['\ufeffDate;PATH;title;views', '', '2026-03-01;/a;x,y,z;5', ''];
  expect((await readExport('csv', rows.join('\r\n'))).map(reported)).toEqual(['2026-03-01 /a human 5']);
  const tabs = 'date\tpath\tviews\n2026-03-01\t/a,b;c\t5\n';
  expect((await readExport('csv', tabs)).map(reported)).toEqual(['2026-03-01 /a,b;c human 5']);
});
