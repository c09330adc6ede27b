import type { CommitCheck, Preview } from '../host-checks.ts';
import { withoutInvisible } from '../safe-text/characters.ts';
import { withoutEscapes } from './escapes.ts';

/** A check as its host reports it. */
export interface ReportedCheck {
  key: string;
  name: string | null | undefined;
  state: CommitCheck['state'];
  link: string | null | undefined;
  /** Each of them becomes a paragraph, if it is not empty. */
  summary?: (string | null | undefined)[];
}

/** Anybody who may push a workflow writes these texts, so only their readable characters are kept. */
export function commitCheck({ key, name, state, link, summary = [] }: ReportedCheck): CommitCheck {
  const paragraphs = summary.map((part) => lineOf(part, mostOfSummary)).filter((part) => part !== '');
  return {
    key: lineOf(key, mostOfKey),
    name: lineOf(name, mostOfName) || 'without a name',
    state,
    link: linkOf(link),
    summary: lineOf([...new Set(paragraphs)].join('. '), mostOfSummary) || undefined,
  };
}

/** Returns undefined without an address that can be opened. */
export function previewOf(name: string | null | undefined, address: string | null | undefined): Preview | undefined {
  const link = linkOf(address);
  return link === undefined ? undefined : { name: lineOf(name, mostOfName) || new URL(link).host, link };
}

const mostOfName = 200;
const mostOfSummary = 500;
/** The contexts of statuses have at most 255 characters at any host. */
const mostOfKey = 300;
const mostOfLink = 2_000;

/** Returns one line of plain text without effects. A text that is too long to process is cut first. */
function lineOf(text: string | null | undefined, most: number): string {
  const plain = withoutInvisible(withoutEscapes((text ?? '').slice(0, most * 20)))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= most ? plain : `${characters.slice(0, most - 1).join('')}…`;
}

/** Returns an http(s) address without credentials, as browsers read it. */
export function linkOf(address: string | null | undefined): string | undefined {
  if (address == null || address.length > mostOfLink) return undefined;
  const url = URL.parse(address.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.href.length > mostOfLink) return undefined;
  return url.href;
}
