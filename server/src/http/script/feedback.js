// Asks readers whether a page was helpful: no cookies, no storage, nothing about the reader.
//
//   <script defer src="https://desk.example.com/feedback.js" data-project="prj_…"></script>
//   <copydesk-feedback></copydesk-feedback>
//
// It is served without its comments, which therefore have lines of their own, and without indentation. The page
// provides the styles. A strict policy needs this script's host in script-src and connect-src, and nothing inline.
(() => {
  const script = document.currentScript || document.querySelector('script[src$="/feedback.js"][data-project]');
  if (!script || customElements.get('copydesk-feedback')) return;
  const address = new URL(`v1/collect/${script.dataset.project}/feedback`, script.dataset.api || script.src).href;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- a script that is no module has no scope of its own but this
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  // A random UUID, also where there is no crypto.randomUUID because the page came over plain HTTP.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- a script that is no module has no scope of its own but this
  const newId = () =>
    '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
      (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16),
    );
  const send = async (said) => {
    const body = JSON.stringify({ url: location.origin + location.pathname, ...said });
    for (let seconds = 1; ; seconds *= 4) {
      try {
        const { status } = await fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' });
        if (status < 500) return status < 300;
      } catch {
        // The server cannot be reached, or the reader is offline.
      }
      if (seconds > 4) return false;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };

  class Feedback extends HTMLElement {
    connectedCallback() {
      this.path ??= this.show() || location.pathname;
      window.navigation?.addEventListener('currententrychange', (this.moved ??= () => this.look()));
      addEventListener('popstate', this.moved);
    }
    disconnectedCallback() {
      window.navigation?.removeEventListener('currententrychange', this.moved);
      removeEventListener('popstate', this.moved);
    }
    // Another page in the same document is asked about again.
    look() {
      if (location.pathname !== this.path) {
        this.show();
        this.path = location.pathname;
      }
    }
    word(name, otherwise) {
      return this.getAttribute(name) || otherwise;
    }
    button(text, onclick) {
      return make('button', { type: 'button', onclick }, text);
    }
    show() {
      this.voteId = newId();
      const vote = (helpful, text) =>
        this.button(text, () => {
          this.look();
          void send({ id: this.voteId, helpful });
          this.ask({ helpful });
        });
      this.status = make('p', { role: 'status' });
      this.box = make('div', {});
      const question = this.word('question', 'Was this page helpful?');
      const buttons = make('div', {}, vote(true, this.word('yes', 'Yes')), ' ', vote(false, this.word('no', 'No')));
      if (this.hasAttribute('code'))
        buttons.append(
          ' ',
          this.button(this.word('report', 'Report a code sample'), () => this.ask({}, true)),
        );
      const group = make('div', { role: 'group', ariaLabel: question }, make('p', {}, question), buttons);
      this.replaceChildren(group, this.box, this.status);
    }
    ask(said, ofCode) {
      const opened = Date.now();
      const samples = ofCode ? [...document.querySelectorAll(this.word('code', 'pre'))] : [];
      const label = (text, field) => make('p', {}, make('label', {}, `${text} `, field));
      const select = make(
        'select',
        {},
        ...samples.map((one, value) => make('option', { value }, one.textContent.trim().split('\n')[0].slice(0, 60))),
      );
      const comment = make('textarea', { maxLength: 2000, rows: 3, required: !!ofCode });
      const contact = make('input', { maxLength: 200, autocomplete: 'email' });
      const website = make('input', { name: 'website', tabIndex: -1, autocomplete: 'off', hidden: true });
      const form = make(
        'form',
        {
          onsubmit: async (event) => {
            event.preventDefault();
            const text = comment.value.trim();
            const sample = samples[select.value];
            const code = sample && { text: sample.textContent.slice(0, 4000), place: placeOf(sample) };
            this.end(this.word('sending', 'Sending…'));
            const isSent =
              !text ||
              (await send({
                ...said,
                // A report gets its own id, because it is not the comment of the vote.
                id: code ? newId() : this.voteId,
                comment: text,
                contact: contact.value || null,
                code,
                website: website.value,
                openFor: Date.now() - opened,
              }));
            this.end(isSent ? this.word('thanks', 'Thank you.') : this.word('failed', 'It could not be sent.'));
          },
        },
        samples.length > 0 ? label(this.word('sample', 'Which sample?'), select) : '',
        label(
          ofCode
            ? this.word('wrong', 'What is wrong with it?')
            : this.word('comment', 'What could be better? (optional)'),
          comment,
        ),
        this.hasAttribute('contact') ? label(this.word('contact', 'How may we reach you? (optional)'), contact) : '',
        website,
        make('button', {}, this.word('send', 'Send')),
      );
      if (!ofCode) this.firstChild.lastChild.hidden = true;
      this.status.textContent = ofCode ? '' : this.word('thanks', 'Thank you.');
      this.box.replaceChildren(form);
      (samples.length > 0 ? select : comment).focus();
    }
    end(text) {
      this.status.textContent = text;
      this.status.tabIndex = -1;
      this.status.focus();
      this.box.replaceChildren();
    }
  }

  // The last heading before a sample tells where it stands.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- a script that is no module has no scope of its own but this
  const placeOf = (sample) =>
    [...document.querySelectorAll('h1,h2,h3,h4')]
      .findLast((one) => one.compareDocumentPosition(sample) & 4)
      ?.textContent.trim()
      .slice(0, 200);

  customElements.define('copydesk-feedback', Feedback);
})();
