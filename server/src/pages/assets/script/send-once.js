// Prevents a second click from sending a form that is already being sent.
const sent = new WeakSet();

addEventListener('submit', (event) => {
  if (event.defaultPrevented || event.target.method !== 'post') return;
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});

// Someone who comes back to the page may send it again.
addEventListener('pageshow', () => {
  for (const form of document.forms) sent.delete(form);
});
