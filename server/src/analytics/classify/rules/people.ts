import { browserNames } from '../reduce-user-agent.ts';

/** An Android device as browsers describe it: no link, no email address, no product with a version. */
const androidDevice = String.raw`Mozilla/5\.0 \(Linux;(?: U;| arm(?:_64)?;)* Android [\w.]+;(?![^)]*(?:compatible|www\.|(?<!Build)/\d+\.\d))(?:[^()@:]|\([^()@:]*\))*\)`;

const engine = String.raw` AppleWebKit/[\d.]+\+?(?: ?\(KHTML,? ?like Gecko\))?`;

const browserTokens = ` (?:TV|U2|${browserNames.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')})(?:/[\\w.]+)?`;

/** Excludes user agents that say they are a program, or where to read about it. */
const noProgram = String.raw`^(?!.*(?:https?:|www\.|@|\bcompatible; (?!MSIE|ANTGalio)|bot\b|crawl|spider|scan|preview|weblight|PHP\b))`;

/**
 * User agents of people that look like programs: because they contain words of isbot
 * (https://github.com/omrilotan/isbot), or no browser's name. Case-insensitive regular expressions, tried after the
 * rules and before isbot.
 */
export const people: readonly { id: string; pattern: string; why: string; example: string }[] = [
  {
    id: 'text-browser',
    pattern: String.raw`^(?:Lynx|w3m|E?Links|Links2|edbrowse|Dillo|NetSurf|Emacs-w3m|Emacs-W3)(?:/| \()|^URL/Emacs`,
    why: 'browsers in a terminal, read by people',
    example: 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.8.3',
  },
  {
    id: 'cubot-phone',
    pattern: String.raw`;\s*CUBOT[ _]`,
    why: 'a maker of phones whose name ends in "bot"',
    example:
      'Mozilla/5.0 (Linux; Android 7.0; CUBOT R9 Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/108.0.5359.128 Mobile Safari/537.36',
  },
  {
    id: 'phone-model',
    pattern: `^${androidDevice}${engine}(?: \\(lite\\)|${browserTokens})*(?: \\[FB[^\\]]*\\])?$`,
    why: 'phones and televisions whose model has such a name, in a browser that says nothing of a program',
    example:
      'Mozilla/5.0 (Linux; Android 4.4.2; GM Discovery II) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36',
  },
  {
    id: 'windows-phone',
    pattern: String.raw`^Mozilla/5\.0 \(compatible; MSIE 1?\d\.0; Windows Phone[^()+@]*\)$`,
    why: 'phones of Windows whose model has such a name',
    example: 'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar 4G)',
  },
  {
    id: 'sogou-browser',
    pattern: String.raw`^Mozilla/5\.0 \((?:Linux|iPhone)[^+@]*\bSogouM(?:SE|obileBrowser)\b`,
    why: 'browsers of a maker who also has a search engine',
    example:
      'Mozilla/5.0 (Linux; U; Android 5.0.2; zh-cn; Redmi Note 2 Build/LRX22G) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/3.8.5',
  },
  {
    id: 'television',
    pattern: `${noProgram}${String.raw`.*(?:\bHbbTV/\d|\bGoogle ?TV\b|\bCE-HTML/|\bNETTV/|\bOMI/[\d.]+.*\bModel/|^RokuBrowser/|^BrightSign/)`}`,
    why: 'televisions and the boxes beside them',
    example: 'HbbTV/1.1.1 (;;;;) Mozilla/5.0 (compatible; ANTGalio/3.0.2.1.22.43.08; Linux2.6.18-7.1/7405d0-smp)',
  },
  {
    id: 'old-phone',
    pattern: `${noProgram}${String.raw`(?!UCWEB).*(?:\bProfile/MIDP|\bConfiguration/CLDC|\bMIDP-?\d\.\d\b|\bUP\.Browser/|\bObigo|\bDolfin/\d|\bMAUI[ _-]|\bWAP[ -]?Browser|\bNetFront/\d|^DoCoMo/\d|^KDDI-|^J-PHONE/|^Vodafone/|^SoftBank/)`}`,
    why: 'phones of before, that name their model and what they can',
    example: 'Micromax X291/Q03C MAUI-Browser Profile/MIDP-2.0 Configuration/CLDC-1.1',
  },
  {
    id: 'android-maker-browser',
    pattern: `${noProgram}${String.raw`(?!Mozilla)(?:.*\bAndroid/[\d.]+.*\bRelease/[\d.]+|Android [\d.]+;AppleWebKit/)`}`,
    why: 'browsers of makers of phones, that name the model first',
    example:
      'Xiaomi_2015052_TD-LTE/V1 Linux/3.10.61 Android/5.0 Release/7.7.2015 Browser/AppleWebKit537.36 Mobile Safari/537.36 System/Android 5.0 XiaoMi/MiuiBrowser/2.4.9',
  },
  {
    id: 'wechat',
    pattern: `${noProgram}${String.raw`(?!.*(?:wechatdevtools|\dMQQ))Mozilla/5\.0 .*\bMicroMessenger/[\d.]+ ?\(0x[\da-f]+\)`}`,
    why: 'the browser in WeChat, that says in which of its processes it runs',
    example:
      'Mozilla/5.0 (Linux; Android 8.1; COR-AL10 Build/HUAWEICOR-AL10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/57.0.2987.132 MQQBrowser/6.2 TBS/044408 Mobile Safari/537.36 MMWEBID/347 MicroMessenger/7.0.1380(0x2700003A) Process/tools NetType/WIFI Language/zh_CN',
  },
  {
    id: 'uc-browser',
    pattern: String.raw`^dv\([^()]{1,40}\);pr\(UCBrowser/`,
    why: 'browsers that save traffic',
    example: 'dv(iPh10,2);pr(UCBrowser/13.9.8.1767);ov(15_4_1);ss(375x667);bt(UC);pm(0);bv(0);nm(0);im(0);nt(2);',
  },
  {
    id: 'app-before-browser',
    pattern: `${noProgram}${String.raw`[\w .,+/()-]{1,120}?[ /]?Mozilla/[45]\.0 ${'\\('}(?:Linux; (?:U; )?Android|iPhone|iPad|Windows Phone|compatible; MSIE [\d.]+; Windows (?:CE|Phone))`}`,
    why: 'apps with a browser in them, that name themselves first',
    example:
      'Kik/15.41.0.25917 (Android 10) Kik/15.41.0.25917 (Android 10) Mozilla/5.0 (Linux; Android 10; VOG-L29 Build/HUAWEIVOG-L29; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/99.0.4844.73 Mobile Safari/537.36',
  },
];
