import GithubSlugger, { slug as githubSlug } from 'github-slugger';

/** Makes the ids of a page's headings, in order. Equal headings get different ids, as in the kind of site. */
export interface Slugger {
  next(text: string): string;
}

/** GitHub's ids, which most generators use too. */
export function githubSlugger(): Slugger {
  const slugger = new GithubSlugger();
  return { next: (text) => slugger.slug(text) };
}

export function pythonSlugger(): Slugger {
  return countingSlugger(pythonSlug, '_', 1);
}

export function vitePressSlugger(): Slugger {
  return countingSlugger(vitePressSlug, '-', 1);
}

export function mdBookSlugger(): Slugger {
  return countingSlugger(mdBookSlug, '-', 1);
}

/** Hugo's ids of the type `github`, its default: gohugo.io/configuration/markup/#parserautoidtype */
export function hugoSlugger(): Slugger {
  return countingSlugger(hugoSlug, '-', 1);
}

/** kramdown's ids for GitHub's Markdown, Jekyll's default: kramdown.gettalong.org/parser/gfm */
export function kramdownSlugger(): Slugger {
  return countingSlugger(kramdownSlug, '-', 1);
}

export function docsifySlugger(): Slugger {
  return countingSlugger(docsifySlug, '-', 1);
}

/** Returns the possible ids of one heading by several rules, for when the rule is in doubt. */
export function everySlug(text: string): string[] {
  return [githubSlug(text), pythonSlug(text), vitePressSlug(text), mdBookSlug(text)];
}

/** Returns the letters and digits of an id in lower case. A person would call two ids with the same form equal. */
export function looseForm(id: string): string {
  return id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The first of several equal ids stays as it is. The next ones get `separator` and a number, starting with `first`. */
function countingSlugger(slug: (text: string) => string, separator: string, first: number): Slugger {
  const used = new Map<string, number>();
  return {
    next(text) {
      const base = slug(text);
      let id = base;
      let number = used.get(base) ?? first;
      while (used.has(id)) {
        id = `${base}${separator}${number}`;
        number += 1;
      }
      used.set(base, number);
      if (id !== base) used.set(id, first);
      return id;
    },
  };
}

/** `markdown.extensions.toc.slugify` of Python-Markdown. */
function pythonSlug(text: string): string {
  const ascii = text.normalize('NFKD').replace(/[^\p{ASCII}]/gu, '');
  return ascii
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-');
}

/** `@mdit-vue/shared` slugify. */
function vitePressSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\p{Cc}/gu, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
}

function hugoSlug(text: string): string {
  const id = text
    .trim()
    // Hyphens are turned into dashes before ids are made.
    .replace(/(?<!-)-{2,3}(?!-)/g, '')
    .replace(/[^\p{L}\p{Nd}_ -]/gu, '')
    .replaceAll(' ', '-')
    .toLowerCase();
  return id || 'heading';
}

function kramdownSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<!-)-{2,3}(?!-)/g, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- \t]/gu, '')
    .replace(/[ \t]/g, '-');
}

/** `slugify` of Docsify: github.com/docsifyjs/docsify/blob/develop/src/core/render/slugify.js */
function docsifySlug(text: string): string {
  return (
    text
      .trim()
      .normalize('NFC')
      .replace(/[\p{Emoji_Presentation}\p{Extended_Pictographic}\ufe0f]/gu, '')
      .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
      .replace(/<[^<>]+>/g, '')
      // The text is already HTML here, so `&` is `&amp;`.
      .replaceAll('&', 'amp')
      .replace(/[\u2000-\u206f\u2e00-\u2e7f\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, '')
      .replace(/\s/g, '-')
      .replace(/^(\d)/, '_$1')
  );
}

/** `normalize_id` of mdBook. */
function mdBookSlug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replace(/\s/g, '-')
    .toLowerCase();
}
