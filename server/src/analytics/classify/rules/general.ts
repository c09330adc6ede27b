/** The reasons for verdicts that no rule of the tables gives, by the id that is stored with the view. */
export const generalRules: Readonly<Record<string, { why: string; source: string }>> = {
  'signature-agent-unknown': {
    why: 'It names the keys with which it signs, so it is a program; its owner is unknown.',
    source: 'https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/',
  },
  'accept-markdown': {
    why: 'It asks for Markdown without the headers that browsers send: a coding agent, or a tool of one.',
    source: 'https://acceptmarkdown.com/status.md',
  },
  'accept-markdown-in-browser': {
    why: 'A browser that prefers Markdown to HTML: a program controls it.',
    source: 'https://acceptmarkdown.com/status.md',
  },
  'markdown-path': {
    why: 'A browser asks for the Markdown of a page: read by or for an AI product.',
    source: 'https://llmstxt.org/',
  },
  'no-user-agent': {
    why: 'There is no user agent. Browsers always send one.',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#name-user-agent',
  },
  isbot: {
    why: 'The user agent has a word or a form that only programs have.',
    source: 'https://github.com/omrilotan/isbot',
  },
  'no-browser': {
    why: 'The user agent is not of the form that browsers have.',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#name-user-agent',
  },
  browser: {
    why: 'The user agent is that of a browser, and nothing contradicts it.',
    source: 'https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent',
  },
};
