// <quiet-form> marks files as viewed without leaving the page, and collapses the file whose button was pressed.
class QuietForm extends HTMLElement {
  connectedCallback() {
    this.addEventListener('submit', (event) => {
      if (this.hasFailed) return;
      event.preventDefault();
      void this.send(event.target, event.submitter);
    });
  }
  async send(form, button) {
    const body = new URLSearchParams(new FormData(form, button));
    try {
      const reply = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
      if (!reply.ok) throw new Error(String(reply.status));
      this.show(button, button.value.startsWith('yes'));
    } catch {
      this.hasFailed = true;
      form.requestSubmit(button);
    }
  }
  show(button, isViewed) {
    const file = button.closest('details');
    button.value = button.value.replace(/^\w+/, isViewed ? 'no' : 'yes');
    button.textContent = isViewed ? 'Not viewed' : 'Viewed';
    file.querySelector('.viewed').hidden = !isViewed;
    file.open = !isViewed;
    if (isViewed) file.querySelector('summary').focus();
  }
}

customElements.define('quiet-form', QuietForm);

// The list links to files on other pages. A file that has been loaded into this page meanwhile is shown here.
addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('.files a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!document.getElementById(link.hash.slice(1))) return;
  event.preventDefault();
  location.hash = link.hash;
});
