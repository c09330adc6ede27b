// <chart-hover for="table"> shows the values of its chart under the pointer, or by arrow keys, taken from the table.
class ChartHover extends HTMLElement {
  connectedCallback() {
    const chart = this.querySelector('svg');
    const rows = document.getElementById(this.getAttribute('for') ?? '')?.tBodies[0]?.rows;
    if (!chart || !rows?.length) return;
    const last = rows.length - 1;
    const mark = document.createElement('i');
    const tip = document.createElement('output');
    this.append(mark, tip);
    this.tabIndex = 0;
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', 'Values of the chart: use the arrow keys');
    let at = last;
    const show = (place) => {
      at = Math.min(last, Math.max(0, place));
      const share = last ? at / last : 0;
      const [name, people, ai] = [...rows[at].cells].map((cell) => cell.textContent);
      tip.textContent = `${name}: ${people} people, ${ai} AI`;
      mark.style.left = `${share * 100}%`;
      const left = share * this.clientWidth - tip.offsetWidth / 2;
      tip.style.left = `${Math.max(0, Math.min(left, this.clientWidth - tip.offsetWidth))}px`;
      this.classList.add('on');
    };
    const hide = () => this.classList.remove('on');
    this.addEventListener('pointermove', ({ clientX }) => {
      const box = chart.getBoundingClientRect();
      show(Math.round(((clientX - box.left) / box.width) * last));
    });
    this.addEventListener('pointerleave', hide);
    this.addEventListener('blur', hide);
    this.addEventListener('focus', () => show(at));
    this.addEventListener('keydown', (event) => {
      const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (place === undefined) return;
      event.preventDefault();
      show(place);
    });
  }
}

customElements.define('chart-hover', ChartHover);
