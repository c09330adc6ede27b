// <copy-button for="id"> copies the text of an element, or the value of a field.
class CopyButton extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = this.getAttribute('label') ?? 'Copy';
    const label = button.textContent;
    const status = document.createElement('span');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    const copy = async () => {
      const source = document.getElementById(this.getAttribute('for') ?? '');
      const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '').trim();
      const copied = await write(text, source);
      button.textContent = copied ? 'Copied' : 'Press Ctrl C';
      status.textContent = copied ? 'Copied' : 'Selected: press Ctrl C to copy';
      setTimeout(() => {
        button.textContent = label;
        status.textContent = '';
      }, 2000);
    };
    button.addEventListener('click', () => void copy());
    this.replaceChildren(button, status);
  }
}

// Pages that are opened over plain HTTP from another machine have no clipboard API: there the text is selected instead.
async function write(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (source instanceof HTMLInputElement) source.select();
    else if (source) getSelection().selectAllChildren(source);
    return false;
  }
}

customElements.define('copy-button', CopyButton);
