// <live-part src="…" seconds="5"> shows what `src` returns, and reloads it regularly while the page is visible.
class LivePart extends HTMLElement {
  connectedCallback() {
    const load = async () => {
      // Reloading would take the focus from someone who is inside with the keyboard.
      if (document.hidden || this.contains(document.activeElement)) return;
      try {
        const reply = await fetch(this.getAttribute('src'), { headers: { accept: 'text/html' } });
        const text = reply.ok && !reply.redirected ? await reply.text() : undefined;
        if (text !== undefined && text !== this.text) {
          this.text = text;
          this.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
        }
      } catch {
        // The server cannot be reached: the old content stays until it answers again.
      }
    };
    this.timer = setInterval(() => void load(), 1000 * Number(this.getAttribute('seconds') ?? 5));
  }
  disconnectedCallback() {
    clearInterval(this.timer);
  }
}

customElements.define('live-part', LivePart);
