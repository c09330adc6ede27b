import { people } from '../rules/people.ts';

/** Returns user agents of people, of every kind of browser: supplied rules may count none of them as a program. */
export function browserUserAgents(): string[] {
  const chromes = [49, 61, 79, 86, 96, 103, 109, 116, 120, 126, 131, 140, 147, 154];
  const machines = [
    'Windows NT 10.0; Win64; x64',
    'Windows NT 6.1; WOW64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64',
    'X11; CrOS x86_64 14541.0.0',
  ];
  const phones = ['Android 10; K', 'Android 13; SM-A536B', 'Android 12; M2102J20SG', 'Android 9; Discovery'];
  const suffixes = ['', ' Edg/{v}.0.0.0', ' OPR/105.0.0.0', ' Vivaldi/7.1', ' YaBrowser/25.10.0 Yowser/2.5'];
  const apps = ['', ' SamsungBrowser/29.0', ' EdgA/{v}.0.0.0', ' DuckDuckGo/5', ' UCBrowser/13.4'];
  return [
    ...chromes.flatMap((version) =>
      machines.flatMap((machine) => suffixes.map((suffix) => chromeUserAgent(machine, version, suffix))),
    ),
    ...chromes.flatMap((version) =>
      phones.flatMap((phone) => apps.map((app) => chromeUserAgent(`Linux; ${phone}`, version, ` Mobile${app}`))),
    ),
    ...[60, 78, 102, 115, 128, 140, 152].flatMap((version) =>
      [...machines, 'Android 14; Mobile'].map(
        (machine) => `Mozilla/5.0 (${machine}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
      ),
    ),
    ...[11, 13, 15, 17, 18, 26].flatMap(safariUserAgents),
    ...otherBrowsers,
    ...people.map(({ example }) => example),
  ];
}

function chromeUserAgent(machine: string, version: number, suffix: string): string {
  const after = suffix.replace('{v}', String(version));
  return `Mozilla/5.0 (${machine}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${after}`;
}

function safariUserAgents(version: number): string[] {
  const engine = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_1 like Mac OS X) ${engine}`;
  return [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${engine} Version/${version}.1 Safari/605.1.15`,
    `${iPhone} Version/${version}.1 Mobile/15E148 Safari/604.1`,
    `${iPhone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    `${iPhone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    `${iPhone} Mobile/15E148 Ddg/${version}.1`,
    `${iPhone} GSA/340.0 Mobile/15E148 Safari/604.1`,
  ];
}

const otherBrowsers = [
  'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
  'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18',
  'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
  'Mozilla/5.0 (Linux; Android 8.1.0; KFKAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36',
];
