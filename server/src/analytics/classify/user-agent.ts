import { isbot } from 'isbot';
import { BoundedMap } from '../bounded-map.ts';
import type { Match } from './match.ts';
import { httpLibraries } from './rules/http-libraries.ts';
import type { Rule } from './rules/rule.ts';

/** What a user agent alone tells. */
export interface JudgedUserAgent {
  /** The rule that it falls under. */
  rule: Rule | undefined;
  /** What it counts as where no rule decides, and the id of what says so. */
  otherwise: { class: 'human' | 'bot'; rule: string };
}

/**
 * Makes what judges user agents. Those of plain browsers differ in nothing but versions and what they say of the machine: of them
 * only the latter has to be searched, and was seen before in most cases.
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

/** Browsers say what they are compatible with, since 1993; phones of before named themselves. */
const looksLikeBrowser = /^(?:Mozilla\/|Opera[/ ]|Nokia|SonyEricsson|SAMSUNG|BlackBerry|LG|MOT-|SEC-|UCWEB)/i;

/** Programs are `compatible` and then say who they are; of browsers only two were so. */
const namesItself = /[(;] ?compatible;(?!.*\b(?:MSIE|Konqueror)\b)/i;
