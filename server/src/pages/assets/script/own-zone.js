// <own-zone> puts the browser's time zone first in the select that it contains.
class OwnZone extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector('select');
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!select || !zone || zone === 'UTC') return;
    const known = [...select.options].find(({ value }) => value === zone);
    const option = known ?? new Option(zone, zone);
    option.text = `${zone} (yours)`;
    const { value } = select;
    select.options[0].after(option);
    select.value = value;
  }
}

customElements.define('own-zone', OwnZone);
