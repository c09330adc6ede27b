// "/" and Ctrl K focus the search field. Escape closes menus.
addEventListener('keydown', (event) => {
  const writes = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  const asks = (event.key === '/' && !writes) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
  if (asks && !event.altKey) {
    const field = document.querySelector('[data-shortcut="find"]');
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  }
  if (event.key === 'Escape') {
    for (const menu of document.querySelectorAll('details.account[open]')) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  }
});

addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.account[open]')) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  }
});
