// <live-transcript steps stream after>: follows a job. The stream says that there is something new; what it looks like
// comes from the server as the page itself does, and is put into its places.
class LiveTranscript extends HTMLElement {
  connectedCallback() {
    this.last = Number(this.getAttribute('after'));
    this.list = this.querySelector('#transcript');
    this.writing = this.querySelector('#writing');
    this.words = this.writing.querySelector('.said');
    this.newest = this.querySelector('.newest button');
    this.newest.addEventListener('click', () => this.toNewest());
    // A hidden tab holds no connection: browsers have but six for a server.
    this.see = () => (document.hidden ? this.close() : void this.update());
    document.addEventListener('visibilitychange', this.see);
    this.seen = new IntersectionObserver(([{ isIntersecting }]) => {
      this.atEnd = isIntersecting;
      if (isIntersecting) this.newest.hidden = true;
    });
    this.end = this.querySelector('.transcript-end');
    this.seen.observe(this.end);
    if (!document.hidden) this.open();
  }

  disconnectedCallback() {
    document.removeEventListener('visibilitychange', this.see);
    this.seen.disconnect();
    this.close();
  }

  get isActive() {
    return this.querySelector('[data-status]')?.dataset.status === 'active';
  }

  open() {
    this.close();
    if (!this.isActive || document.hidden) return;
    const source = new EventSource(`${this.getAttribute('stream')}?after=${this.last}`);
    this.source = source;
    for (const type of types) source.addEventListener(type, () => void this.update());
    source.addEventListener('text', ({ data }) => this.write(JSON.parse(data)));
    // It comes back by itself, but not after a refusal such as that of a server that restarts.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.later = setTimeout(() => void this.update(), 3000);
    });
  }

  close() {
    clearTimeout(this.later);
    this.source?.close();
    this.source = undefined;
  }

  // One request at a time; what comes meanwhile is asked for by the next.
  async update() {
    if (this.updating) {
      this.again = true;
      return;
    }
    this.updating = true;
    do {
      this.again = false;
      try {
        const reply = await fetch(`${this.getAttribute('steps')}?after=${this.last}`, {
          headers: { accept: 'text/html' },
        });
        if (reply.redirected || reply.status === 401 || reply.status === 404) return location.reload();
        if (!reply.ok) throw new Error(String(reply.status));
        this.show(await reply.text());
      } catch {
        this.close();
        this.later = setTimeout(() => void this.update(), 3000);
        break;
      }
    } while (this.again);
    this.updating = false;
    const isOpen = this.source && this.source.readyState !== EventSource.CLOSED;
    if (!isOpen && !this.later) this.open();
    this.later = undefined;
  }

  show(markup) {
    const parts = document.createElement('template');
    parts.innerHTML = markup;
    for (const part of parts.content.querySelectorAll('[data-version]')) {
      const here = document.getElementById(part.id);
      if (here?.dataset.version !== part.dataset.version) here?.replaceWith(part);
    }
    const entries = [...parts.content.querySelectorAll('ol > li.entry')].filter(
      ({ id }) => !document.getElementById(id),
    );
    if (entries.length === 0) return;
    const follows = this.atEnd;
    this.list.append(...entries);
    const newest = entries.at(-1);
    this.last = Number(newest.id.slice(1));
    if (entries.some((entry) => entry.classList.contains('step'))) this.write({ offset: 0, text: '' });
    const line = newest.querySelector('summary, .line')?.textContent.trim() ?? '';
    this.querySelector('#job-said').textContent = line.slice(0, 200);
    if (follows) this.toNewest();
    else this.newest.hidden = false;
  }

  write({ offset, text }) {
    const before = offset === 0 ? '' : this.words.textContent;
    this.words.textContent = (before + text).slice(-20000);
    this.writing.hidden = this.words.textContent === '';
  }

  toNewest() {
    this.newest.hidden = true;
    this.end.scrollIntoView({ block: 'nearest' });
  }
}

const types = [
  'message',
  'turn_started',
  'step',
  'compacted',
  'noted',
  'checked',
  'pushed',
  'pull_request',
  'put_off',
  'conflict',
  'completed',
  'failed',
  'archived',
  'waiting',
];

customElements.define('live-transcript', LiveTranscript);
