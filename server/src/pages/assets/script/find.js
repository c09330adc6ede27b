// Makes the field at the top search while somebody types: a combobox
// (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
const field = document.querySelector('[data-shortcut="find"]');

function set(element, attributes) {
  for (const name in attributes) element.setAttribute(name, attributes[name]);
}

function part(tag, className, text) {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

if (field) {
  const list = Object.assign(document.createElement('ul'), { id: 'find-list', className: 'find-list', hidden: true });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Found');
  const status = Object.assign(document.createElement('span'), { className: 'visually-hidden' });
  status.setAttribute('role', 'status');
  field.after(list);
  field.addEventListener('focus', () => list.after(status), { once: true });
  set(field, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': false });
  let active = -1;
  let timer;
  let asked = new AbortController();

  const close = () => {
    clearTimeout(timer);
    asked.abort();
    list.hidden = true;
    field.setAttribute('aria-expanded', false);
    choose(-1);
  };
  const choose = (index) => {
    list.children[active]?.setAttribute('aria-selected', false);
    active = index;
    const option = list.children[index];
    if (!option) return field.removeAttribute('aria-activedescendant');
    set(option, { 'aria-selected': true });
    set(field, { 'aria-activedescendant': option.id });
    option.scrollIntoView({ block: 'nearest' });
  };
  const show = (hits) => {
    list.replaceChildren(
      ...hits.map(({ kind, title, detail, href }, index) => {
        const option = part('li', '', '');
        set(option, { id: `found-${index}`, role: 'option', 'aria-selected': false, 'data-href': href });
        option.append(part('span', 'chip', kind), part('bdi', 'found-title', title), part('bdi', 'meta', detail));
        return option;
      }),
    );
    active = -1;
    field.removeAttribute('aria-activedescendant');
    list.hidden = hits.length === 0;
    field.setAttribute('aria-expanded', hits.length > 0);
    status.textContent = hits.length ? `${hits.length} found` : 'Nothing found';
  };
  const find = async () => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const address = `${field.form.action}?q=${encodeURIComponent(field.value)}`;
      const reply = await fetch(address, { signal, headers: { accept: 'application/json' } });
      if (reply.ok) show((await reply.json()).hits);
    } catch {
      // Another letter was typed, or the network is down. Enter still leads to the results page.
    }
  };

  field.addEventListener('input', () => {
    clearTimeout(timer);
    if (field.value.trim()) timer = setTimeout(() => void find(), 150);
    else close();
  });
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = list.children.length;
    if (step && !list.hidden) {
      event.preventDefault();
      choose(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    }
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      location.href = list.children[active].dataset.href;
    }
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
  field.addEventListener('blur', close);
  // pointerdown comes before the field loses focus and closes the list.
  list.addEventListener('pointerdown', (event) => {
    const option = event.target.closest('[role=option]');
    event.preventDefault();
    if (option) location.href = option.dataset.href;
  });
}
