// <relative-time><time datetime="…"> keeps "3 minutes ago" correct, and shows the time in the reader's zone on hover.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const units = [
  ['year', 31536000],
  ['month', 2592000],
  ['week', 604800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
];

function inWords(at) {
  const seconds = (at - Date.now()) / 1000;
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!found) return seconds > 0 ? 'in a moment' : 'just now';
  return relative.format(Math.round(seconds / found[1]), found[0]);
}

class RelativeTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector('time');
    if (!time) return;
    const at = new Date(time.dateTime);
    time.title = exact.format(at);
    const show = () => {
      const words = inWords(at);
      if (time.textContent !== words) time.textContent = words;
    };
    show();
    this.timer = setInterval(show, 30_000);
  }
  disconnectedCallback() {
    clearInterval(this.timer);
  }
}

customElements.define('relative-time', RelativeTime);
