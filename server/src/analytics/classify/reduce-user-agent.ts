/**
 * Returns the user agent of a person as it is stored: only the names and main versions of known browsers. It omits what
 * distinguishes one person's machine from another's (the system, the device, the build, unique names).
 * `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36` is
 * stored as `Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537`.
 */
export function reduceUserAgent(userAgent: string): string {
  const products: string[] = [];
  for (const [, name = '', version = ''] of userAgent.matchAll(/([A-Za-z][A-Za-z.]*)[/ ]v?(\d{1,4})/g)) {
    const known = productNames.get(name.toLowerCase());
    if (known !== undefined && !products.some((product) => product.startsWith(`${known}/`))) {
      products.push(`${known}/${version}`);
    }
    if (products.length === 8) break;
  }
  if (!/^(?:Mozilla|Opera|Lynx|w3m|E?Links|edbrowse|Dillo|NetSurf)\//.test(products[0] ?? ''))
    products.unshift('Mozilla/5');
  return products.length > 1 ? products.join(' ') : `${products[0]} Unnamed/0`;
}

/** Engines, browsers, and apps that contain a browser. */
const products =
  'Mozilla AppleWebKit Gecko KHTML Presto Trident Goanna Chrome Chromium CriOS Version Mobile Safari Firefox FxiOS Focus ' +
  'Klar SeaMonkey PaleMoon Waterfox LibreWolf IceCat Iceweasel Basilisk K-Meleon Edge Edg EdgA EdgiOS EdgW MSIE IEMobile ' +
  'Opera OPR OPT OPiOS OPX Mini Vivaldi Brave DuckDuckGo Ddg SamsungBrowser SilkHTML Silk UCBrowser UBrowser YaBrowser ' +
  'MiuiBrowser HuaweiBrowser VivoBrowser HeyTapBrowser QQBrowser MQQBrowser MicroMessenger QQ Weibo Sogou Maxthon Whale ' +
  'NAVER KAKAOTALK Line GSA Instagram FBAV FBIOS Barcelona Snapchat Pinterest Twitter LinkedInApp TikTok musical Electron ' +
  'Puffin Falkon Konqueror Epiphany Midori QtWebEngine Otter Ecosia Aloha Coast Ladybird Servo Arc Orion NetFront ' +
  'PlayStation Nintendo Tizen WebOS SmartTV HbbTV Lynx w3m Links ELinks edbrowse Dillo NetSurf';

export const browserNames: readonly string[] = products.split(' ');

const productNames = new Map(browserNames.map((name) => [name.toLowerCase(), name]));
