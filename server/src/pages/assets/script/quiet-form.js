// <quiet-form> sends the form in it without leaving the page, and folds the file that it belongs to.
class QuietForm extends HTMLElement {
  connectedCallback() {
    this.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.send(event.target, event.submitter);
    });
  }
  async send(form, submitter) {
    const body = new URLSearchParams(new FormData(form, submitter));
    try {
      const reply = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
      if (!reply.ok) throw new Error(String(reply.status));
      this.show(submitter.value === 'yes');
    } catch {
      HTMLFormElement.prototype.submit.call(form);
    }
  }
  show(isViewed) {
    const file = this.closest('details');
    const button = this.querySelector('button');
    button.value = isViewed ? 'no' : 'yes';
    button.textContent = isViewed ? 'Not viewed' : 'Viewed';
    file.querySelector('.viewed').hidden = !isViewed;
    file.open = !isViewed;
    if (isViewed) file.querySelector('summary').focus();
  }
}

customElements.define('quiet-form', QuietForm);
