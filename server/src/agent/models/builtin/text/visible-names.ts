/** Attributes that every HTML element shows or that screen readers read aloud. */
const ofElements = new Set(
  'title alt label placeholder summary aria-label aria-description aria-roledescription aria-valuetext'.split(' '),
);

/** Names under which the components of docs sites take text. */
const ofComponents = new Set(
  'description caption heading headline header subtitle tagline text tip tooltip cta hint message question answer'.split(
    ' ',
  ),
);

/** Compound names: `cardTitle`, `link-text`. */
const composed =
  /(?:[a-z](?:Title|Description|Label|Caption|Heading|Headline|Text|Tooltip|Placeholder|Alt)|-(?:title|description|label|caption|heading|text|tooltip|placeholder|alt))$/;

/** Whether readers see the value of this attribute on any element. */
export function isVisibleAnywhere(attribute: string): boolean {
  return ofElements.has(attribute);
}

/** Whether readers see the value that a component takes under this name. */
export function isVisibleOfComponents(attribute: string): boolean {
  return (
    ofElements.has(attribute) ||
    ofComponents.has(attribute) ||
    (/^[A-Za-z][A-Za-z-]*$/u.test(attribute) && composed.test(attribute))
  );
}

/** Whether readers see a front matter entry; `within` is the top-level entry that contains it. */
export function isVisibleOfPages(key: string, within: string | undefined): boolean {
  if (within === undefined) return ofPages.has(key);
  // The front page of VitePress has a name, and features with details; a banner of Starlight has content.
  if (`${within}.${key}` === 'hero.name' || `${within}.${key}` === 'banner.content') return true;
  return key === 'details' || isVisibleOfComponents(key);
}

/** Titles, and their substitutes in lists of pages. */
const ofPages = new Set(
  'title description subtitle tagline sidebar_label sidebarTitle pagination_label linkTitle linktitle menuTitle nav_title navTitle'.split(
    ' ',
  ),
);
