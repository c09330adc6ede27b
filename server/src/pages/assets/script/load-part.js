// <load-part src="…"> loads its content when it scrolls near the viewport. Links with data-part load other content into
// it.
const nearby = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.load();
  },
  { rootMargin: '1200px 0px' },
);

class LoadPart extends HTMLElement {
  connectedCallback() {
    if (this.getAttribute('src')) nearby.observe(this);
    this.addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a[data-part]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void this.bring(link.dataset.part, link.href);
    });
  }
  load() {
    nearby.unobserve(this);
    const src = this.getAttribute('src');
    this.removeAttribute('src');
    if (src) void this.bring(src);
  }
  // If loading fails, opens the page that shows the same content.
  async bring(address, otherwise) {
    this.setAttribute('aria-busy', 'true');
    try {
      const reply = await fetch(address, { headers: { accept: 'text/html' } });
      if (!reply.ok || reply.redirected) throw new Error(String(reply.status));
      // With `data-instead`, the content replaces this element.
      this[this.dataset.instead === undefined ? 'innerHTML' : 'outerHTML'] = await reply.text();
    } catch {
      if (otherwise) location.assign(otherwise);
      this.querySelector('svg')?.remove();
    } finally {
      this.removeAttribute('aria-busy');
    }
  }
}

customElements.define('load-part', LoadPart);
