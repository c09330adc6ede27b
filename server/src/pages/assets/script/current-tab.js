// On a narrow screen the row of tabs scrolls: it begins where one is.
for (const tab of document.querySelectorAll('.global [aria-current], .tabs [aria-current]')) {
  const row = tab.closest('ul');
  const [at, around] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - around.left - around.width / 2;
}
