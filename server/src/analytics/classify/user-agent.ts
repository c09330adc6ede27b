import { isbot } from 'isbot';
import { BoundedMap } from '../bounded-map.ts';
import type { Match } from './match.ts';
import { httpLibraries } from './rules/http-libraries.ts';
import type { Rule } from './rules/rule.ts';

/** What a user agent alone shows. */
export interface JudgedUserAgent {
  /** The rule that matches it. */
  rule: Rule | undefined;
  /** What it counts as when no rule decides, and the id of the reason. */
  otherwise: { class: 'human' | 'bot'; rule: string };
}

/**
 * Returns a function that classifies user agents. Those of plain browsers differ only in their versions and in the
 * description of the machine: only the latter must be searched, and in most cases it is cached.
 */
export function openUserAgents(match: Match): (userAgent: string) => JudgedUserAgent {
  const machines = new BoundedMap<string, JudgedUserAgent>(5_000);
  return (userAgent) => {
    const machine = plainBrowser.exec(userAgent)?.[1];
    if (machine === undefined) return judge(userAgent, match);
    let judged = machines.get(machine);
    if (judged === undefined) {
      judged = judge(plainBrowserOn(machine), match);
      machines.set(machine, judged);
    }
    return judged;
  };
}

const plainBrowserOn = (machine: string): string =>
  `Mozilla/5.0 (${machine}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1.0.0.0 Safari/537.36`;

const plainBrowser =
  /^Mozilla\/5\.0 \(([^()]{1,120})\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?: (?:Chrome|Version|Mobile|Safari|CriOS|GSA|Edg|EdgA|OPR|SamsungBrowser)\/\w+(?:\.\d+)*| Mobile)+$/;

function judge(userAgent: string, match: Match): JudgedUserAgent {
  const named = match.named(userAgent);
  const otherwise = withoutRule(userAgent, match);
  const open = named === undefined || httpLibraries.has(named.id);
  const structural = open && otherwise.class === 'bot' ? match.structural(userAgent) : undefined;
  return { rule: structural ?? named, otherwise };
}

function withoutRule(userAgent: string, match: Match): JudgedUserAgent['otherwise'] {
  if (userAgent.trim() === '') return { class: 'bot', rule: 'no-user-agent' };
  const person = match.person(userAgent);
  if (person !== undefined) return { class: 'human', rule: person.id };
  if (isbot(userAgent)) return { class: 'bot', rule: 'isbot' };
  const browser = looksLikeBrowser.test(userAgent) && !namesItself.test(userAgent);
  return browser ? { class: 'human', rule: 'browser' } : { class: 'bot', rule: 'no-browser' };
}

/** Since 1993 browsers name what they are compatible with; older phones named themselves. */
const looksLikeBrowser = /^(?:Mozilla\/|Opera[/ ]|Nokia|SonyEricsson|SAMSUNG|BlackBerry|LG|MOT-|SEC-|UCWEB)/i;

/** Programs are `compatible` and then name themselves; only two browsers were written so. */
const namesItself = /[(;] ?compatible;(?!.*\b(?:MSIE|Konqueror)\b)/i;
