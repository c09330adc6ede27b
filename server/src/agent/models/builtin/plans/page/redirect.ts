import type { InstructionOf } from '../../grammar/instruction.ts';
import { findPage, pagesByPath } from './page-name.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { notApplicable, siteOf } from '../site.ts';
import type { Site } from '../site.ts';
import { readChanges, formatChanges } from '../fix/reported-changes.ts';
import { quote } from '../replace/words.ts';

/** Redirects an address without a page, if the site has a file for redirects. */
export async function* redirect(context: PlanContext, instruction: InstructionOf<'redirect'>): Plan<Outcome> {
  const site = await siteOf(context);
  const from = oldAddress(site, instruction.from);
  const to = yield* findTarget(site, instruction.to);
  const title = `Redirect ${instruction.from} to ${instruction.to}`;
  const [answer] = yield [{ tool: 'add_redirect', input: { from, to } }];
  if (answer?.ok !== true)
    throw notApplicable(`${quote(instruction.from)} cannot be redirected: ${answer?.text ?? 'it was not tried'}`);
  const reported = readChanges([answer.text]);
  if (reported.redirects.length === 0) return { title, changed: false, notes: [`${answer.text}.`], left: [] };
  const { notes, left } = formatChanges(reported, instruction.from);
  return { title, changed: true, notes, left };
}

/**
 * Returns a redirect's target in the form that the tools accept: a URL or an address unchanged, or the path of a page.
 *
 * @throws CopydeskError `instruction_not_applicable` when there is no such page.
 */
export async function* findTarget(site: Site, name: string): Plan<string> {
  if (/^https?:\/\//iu.test(name)) return name;
  if (isPattern(name)) throw patternsRefused(name);
  if (name.startsWith('/')) return name;
  const [, page = name, hash = ''] = /^([^#]*)(#\S*)?$/u.exec(name) ?? [];
  return (yield* findPage(site, page)) + hash;
}

function oldAddress(site: Site, name: string): string {
  if (isPattern(name)) throw patternsRefused(name);
  if (/^[a-z][\w+.-]*:/iu.test(name)) {
    throw notApplicable(`${quote(name)} names a host. Name the old address by its path, such as /old/page.`);
  }
  const [page, ...others] = name.startsWith('/') ? [] : pagesByPath(site, name);
  if (page === undefined || others.length > 0) return name;
  throw notApplicable(
    `${page} is an existing page, so its address cannot redirect. Say "Move ${page} to <path>" or ` +
      `"Delete ${page} and redirect it to <page>".`,
  );
}

/**
 * Whether a name stands for many addresses. A person must write such a redirect: each host has its own notation and
 * order.
 */
function isPattern(name: string): boolean {
  return /[*()[\]{}]|\/:\w/u.test(name);
}

function patternsRefused(name: string): Error {
  return notApplicable(`${quote(name)} matches many addresses. Add redirects for one address at a time.`);
}
