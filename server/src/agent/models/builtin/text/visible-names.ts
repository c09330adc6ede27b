/** What every element of HTML shows or reads aloud. */
const ofElements = new Set(
  'title alt label placeholder summary aria-label aria-description aria-roledescription aria-valuetext'.split(' '),
);

/** What components take for text, by the names that the components of docs sites give it. */
const ofComponents = new Set(
  'description caption heading headline header subtitle tagline text tip tooltip cta hint message question answer'.split(
    ' ',
  ),
);

/** `cardTitle`, `link-text`. */
const composed =
  /(?:[a-z](?:Title|Description|Label|Caption|Heading|Headline|Text|Tooltip|Placeholder|Alt)|-(?:title|description|label|caption|heading|text|tooltip|placeholder|alt))$/;

/** Whether readers see what an attribute of any element holds. */
export function isVisibleAnywhere(attribute: string): boolean {
  return ofElements.has(attribute);
}

/** Whether readers see what a component takes under this name. */
export function isVisibleOfComponents(attribute: string): boolean {
  return (
    ofElements.has(attribute) ||
    ofComponents.has(attribute) ||
    (/^[A-Za-z][A-Za-z-]*$/u.test(attribute) && composed.test(attribute))
  );
}

/** What readers see of a page that tells of itself in front matter; `within` is the entry that it stands under. */
export function isVisibleOfPages(key: string, within: string | undefined): boolean {
  if (within === undefined) return ofPages.has(key);
  // The front page of VitePress has a name, and features with details; a banner of Starlight has content.
  if (`${within}.${key}` === 'hero.name' || `${within}.${key}` === 'banner.content') return true;
  return key === 'details' || isVisibleOfComponents(key);
}

/** Titles, and what stands for them in lists of pages. */
const ofPages = new Set(
  'title description subtitle tagline sidebar_label sidebarTitle pagination_label linkTitle linktitle menuTitle nav_title navTitle'.split(
    ' ',
  ),
);
