// accessibility.ts evaluates this file in the page.
function all(selector) {
  return Array.from(document.querySelectorAll(selector));
}

/** Runs in the page: names, landmarks, headings, ids. */
function structureFaults() {
  const faults = [];
  if (document.documentElement.lang === '') faults.push('the document has no language');
  for (const landmark of ['main', 'h1']) {
    if (all(landmark).length !== 1) faults.push(`there are ${all(landmark).length} of ${landmark}`);
  }
  let level = 0;
  for (const heading of all('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName.slice(1));
    if (next > level + 1) faults.push(`h${next} "${heading.innerText}" follows h${level}`);
    level = next;
  }
  for (const control of all('a, button, summary')) {
    // The contents of a closed menu have no inner text.
    if (control.checkVisibility() && nameOf(control).trim() === '')
      faults.push(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  for (const input of all('input:not([type=hidden])')) {
    if (document.querySelector(`label[for="${input.id}"]`) === null) faults.push(`no label: ${input.outerHTML}`);
  }
  for (const part of all('nav, aside')) {
    if (part.getAttribute('aria-label') === null) faults.push(`no name: ${part.outerHTML.slice(0, 80)}`);
  }
  const ids = all('[id]').map(({ id }) => id);
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) faults.push(`twice: #${id}`);
  return faults;
}

/**
 * Returns the name of a control. One that is out of sight may have no layout yet: it then has no inner text, but screen
 * readers read it.
 */
function nameOf(control) {
  return control.checkVisibility({ contentVisibilityAuto: true }) ? control.innerText : control.textContent;
}

/** Runs in the page: finds text below the contrast of WCAG 2.2, 1.4.3 (AA): 4.5, or 3 for large text. */
function contrastFaults() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) return ['no canvas'];
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  };
  const groundOf = (element) => {
    if (element === null) return [255, 255, 255, 255];
    const ground = rgba(getComputedStyle(element).backgroundColor);
    return ground[3] === 255 ? ground : groundOf(element.parentElement);
  };
  const faults = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const element = walker.currentNode.parentElement;
    if (element === null || walker.currentNode.nodeValue?.trim() === '' || element.closest('.visually-hidden'))
      continue;
    const style = getComputedStyle(element);
    const both = [luminance(rgba(style.color)), luminance(groundOf(element))].toSorted((a, b) => b - a);
    const ratio = ((both[0] ?? 0) + 0.05) / ((both[1] ?? 0) + 0.05);
    const isLarge = Number.parseFloat(style.fontSize) >= 24;
    if (ratio < (isLarge ? 3 : 4.5)) {
      faults.add(`contrast ${ratio.toFixed(2)}: <${element.tagName} class="${element.className}">`);
    }
  }
  return [...faults];
}

function luminance(color) {
  const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// oxlint-disable-next-line no-unused-expressions -- the value of the script
[...structureFaults(), ...contrastFaults()];
