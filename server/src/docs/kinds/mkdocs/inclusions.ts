import { visitLinesOutsideFences } from '../../parse/fences.ts';
import { everySlug } from '../../links/anchors/sluggers.ts';
import type { Inclusions } from '../../site/kind.ts';

/**
 * Returns what plugins write into a page, apart from includes: tabs, descriptions of programs, and values of variables.
 */
export function inclusionsOf({ text }: { text: string }): Inclusions {
  const found: Inclusions = { files: [], anchors: [], doubts: [], usualToo: true };
  if (!/:::|\{\{|===/.test(text)) return found;
  let heading: string | undefined;
  visitLinesOutsideFences(text, (start, end) => {
    const line = text.slice(start, Math.min(end, start + maximumLine)).trim();
    const described = /^:::[ \t]+(\S+)/.exec(line)?.[1];
    const tab = /^===[!+]*[ \t]+(["'])(.+)\1$/.exec(line)?.[2];
    heading = /^#{1,6}[ \t]+(.+)$/.exec(line)?.[1] ?? heading;
    if (tab !== undefined) found.anchors.push(...anchorsOfTab(tab, heading));
    else if (described !== undefined) takeDescription(described, found);
    else if (/^\{\{[^{}]+\}\}$/.test(line)) found.doubts.push({ because: 'a program writes a part of the page' });
  });
  return found;
}

const maximumLine = 500;

/**
 * Returns the possible ids of a tab: its title, prefixed with its heading's id where `combine_header_slug` is set.
 * facelessuser.github.io/pymdown-extensions/extensions/tabbed/#options
 */
function anchorsOfTab(title: string, heading: string | undefined): string[] {
  const slug = title
    .replace(/:[\w+-]+:|[`*]/g, '')
    .trim()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  const slugs = [slug, slug.toLowerCase()];
  const own = /\{:?[ \t]*#([^\s{}]+)[^{}]*\}$/.exec(heading ?? '')?.[1];
  const above = heading === undefined ? [] : own === undefined ? everySlug(heading.replace(/[`*]/g, '')) : [own];
  return [...slugs, ...above.flatMap((id) => slugs.map((one) => `${id}-${one}`))];
}

/**
 * Adds the anchors of a described object: mkdocstrings.github.io/usage renders `::: package.module`, and each object
 * below has its path as anchor. `::: mkdocs-click` describes commands, which may have any headings.
 */
function takeDescription(name: string, { anchors, doubts }: Inclusions): void {
  const ofCommands = /^mkdocs-(?:click|typer\d?|argparse)$/.test(name);
  if (!ofCommands) anchors.push(name);
  const mayMake = ofCommands ? acceptAny : isPathOfObject;
  doubts.push({ because: 'the page includes descriptions of programs', mayMake, stands: true });
}

function acceptAny(): boolean {
  return true;
}

/**
 * Matches `package.module.Thing` and `Thing.run(argument)`, optionally followed by a heading of the description or by a
 * group such as methods.
 */
function isPathOfObject(anchor: string): boolean {
  const path = anchor.replace(/--[\w-]+$|-(?:attributes|classes|functions|methods|modules|type-aliases)$/, '');
  return /^[\w.:/()[\]$]+$/.test(path) && (path !== anchor || /[.:_()[\]A-Z]/.test(path));
}
