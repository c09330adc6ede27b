// Reports to Copydesk which pages are read, one view per page: no cookies, no storage, nothing about the reader.
//
//   <script defer src="https://desk.example.com/script.js" data-project="prj_…"></script>
//
// It is served without its comments, which therefore have lines of their own, and without indentation.
(() => {
  const script = document.currentScript || document.querySelector('script[data-project]');
  const isUnwelcome = navigator.globalPrivacyControl || [navigator.doNotTrack, window.doNotTrack].includes('1');
  // A page inside a frame of another page was not opened by the reader.
  if (window.top !== window || isUnwelcome || !script || !location.protocol.startsWith('http') || window.copydesk)
    return;
  // A page that contains the script twice is counted once.
  window.copydesk = true;
  const address = new URL(`v1/collect/${script.dataset.project}`, script.dataset.api || script.src).href;

  // Views that did not arrive are sent again after 1, 4 and 16 seconds; their id makes them count once.
  const failed = new Set();
  const send = (body, seconds) => {
    const again = () => {
      if (seconds > 16) return;
      failed.add(body);
      setTimeout(() => failed.delete(body) && send(body, seconds * 4), seconds * 1000);
    };
    // Text is sent without a preflight request, and outlives the page.
    if (!('keepalive' in Request.prototype)) navigator.sendBeacon(address, body);
    else {
      fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' })
        // A reply that nobody reads keeps the page from becoming idle, which tools wait for.
        .then((answer) => answer.text().then(() => answer.status > 499 && again()))
        .catch(again);
    }
  };

  let path;
  const view = (isFirst) => {
    const { origin, pathname, search } = location;
    // A new query or fragment is still the same page.
    if (pathname === path) return;
    path = pathname;
    try {
      const [campaign] = /utm_source=[^&]*/.exec(search) || [];
      const [{ responseStatus } = {}] = performance.getEntriesByType('navigation');
      const first = isFirst && { referrer: document.referrer, status: responseStatus || null };
      const url = origin + pathname + (campaign ? `?${campaign}` : '');
      // A random UUID, also when crypto.randomUUID is missing because the page came over plain HTTP.
      const id = '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
        (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16),
      );
      send(JSON.stringify({ id, url, ...first }), 1);
    } catch {
      // The page matters more than a count, so errors are ignored.
    }
  };

  const begin = () => {
    view(true);
    if (window.navigation) navigation.addEventListener('currententrychange', () => view());
    else {
      addEventListener('popstate', () => view());
      for (const name of ['pushState', 'replaceState']) {
        const original = history[name];
        history[name] = function () {
          original.apply(this, arguments);
          view();
        };
      }
    }
    addEventListener('pageshow', ({ persisted }) => {
      // The reader went back or forward to a page that the browser kept alive.
      if (persisted) path = null;
      view();
    });
    addEventListener('pagehide', () =>
      failed.forEach((body) => failed.delete(body) && navigator.sendBeacon(address, body)),
    );
  };
  // A prerendered page counts when it is shown, if ever.
  if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
})();
