// On a narrow screen the row of tabs scrolls: scrolls it to the current tab.
for (const tab of document.querySelectorAll('.global [aria-current], .tabs [aria-current]')) {
  const row = tab.closest('ul');
  const [at, around] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - around.left - around.width / 2;
}

// Scrolls the contents of the docs to the current page.
for (const link of document.querySelectorAll('.contents [aria-current]')) {
  const list = link.closest('.contents');
  const below = link.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (below > 0) list.scrollTop += below + list.clientHeight / 2;
}
