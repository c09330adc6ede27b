// A form that is on its way is not sent again by a second click.
const sent = new WeakSet();

addEventListener('submit', (event) => {
  if (event.defaultPrevented || event.target.method !== 'post') return;
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});

// Who comes back to the page may send it once more.
addEventListener('pageshow', () => {
  for (const form of document.forms) sent.delete(form);
});
