// <live-transcript stream after> follows a job. The stream sends new content as markup, which replaces or extends parts
// of the page.
class LiveTranscript extends HTMLElement {
  connectedCallback() {
    this.last = Number(this.getAttribute('after'));
    this.list = this.querySelector('#transcript');
    this.writing = this.querySelector('#writing');
    this.words = this.writing.querySelector('.said');
    this.newest = this.querySelector('.newest button');
    this.newest.addEventListener('click', () => this.toNewest());
    // A hidden tab keeps no connection open: browsers allow only six per server.
    this.onVisibilityChange = () => (document.hidden ? this.close() : this.open());
    document.addEventListener('visibilitychange', this.onVisibilityChange);
    this.end = this.querySelector('.transcript-end');
    this.seen = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) this.newest.hidden = true;
    });
    this.seen.observe(this.end);
    if (this.querySelector('[data-status=active]')) this.open();
  }

  disconnectedCallback() {
    document.removeEventListener('visibilitychange', this.onVisibilityChange);
    this.seen.disconnect();
    this.close();
  }

  open() {
    this.close();
    if (document.hidden) return;
    const source = new EventSource(`${this.getAttribute('stream')}?after=${this.last}`);
    this.source = source;
    source.addEventListener('open', () => this.showReason());
    source.addEventListener('part', ({ data }) => this.show(data));
    // The job is over: do not reconnect.
    source.addEventListener('end', () => this.close());
    source.addEventListener('text', ({ data }) => this.write(JSON.parse(data)));
    // EventSource reconnects by itself, but not after an error response such as that of a restarting server.
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) this.showReason('away');
      else this.later = setTimeout(() => void this.reconnect(), 2000);
    });
  }

  close() {
    clearTimeout(this.later);
    this.source?.close();
    this.source = undefined;
  }

  // Shows why nothing arrives at the moment.
  showReason(why) {
    for (const note of this.querySelectorAll('[data-why]')) note.hidden = note.dataset.why !== why;
  }

  // Scripts cannot see why a stream was refused. A request for the page itself shows whether the viewer may still see
  // it.
  async reconnect() {
    const reply = await fetch(location.href, { method: 'HEAD', headers: { accept: 'text/html' } }).catch(() => {});
    const isRefused = reply && (reply.redirected || reply.status === 401 || reply.status === 404);
    // Do not lose text that somebody has typed.
    if (isRefused && !this.querySelector('textarea')?.value) return location.reload();
    this.showReason(isRefused ? 'refused' : 'away');
    this.open();
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
    // Measured now, since an observer reports a frame late. Someone who scrolls up within that frame would be pulled
    // down again.
    const follows = this.end.getBoundingClientRect().top <= innerHeight;
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

customElements.define('live-transcript', LiveTranscript);
