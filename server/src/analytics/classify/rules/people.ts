/**
 * User agents of people that look like programs: by the words of isbot (https://github.com/omrilotan/isbot), and by
 * having no browser's name. Regular expressions, regardless of case; tried after the rules, before isbot.
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
    pattern: String.raw`^Mozilla/5\.0 \(Linux; Android [\d.]+; [\w -]*(?:bot|spider|crawler)\b[^)+@/:]*(?: Build/[^)+@:]*)?\) AppleWebKit/[\d.]+(?: \(KHTML, like Gecko\))?(?: Version/[\d.]+)? Chrome/[\d.]+(?: Mobile)? Safari/[\d.]+$`,
    why: 'phones whose model has such a name, in a browser that says nothing of a program',
    example:
      'Mozilla/5.0 (Linux; Android 11; Spider) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
  },
];
