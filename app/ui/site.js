// The only script of the public pages, which work without it. It types the landing page's phrases, closes menus, shows who is signed in,
// updates prices in place, reads charts at the pointer, and reveals sections as they scroll into view.
(() => {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const isPaused = () => document.querySelector('[data-still]:checked');
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  async function typePhrases(container) {
    const phrases = [...container.children].map(({ textContent }) => textContent);
    // Only the data of one text node changes: added or removed nodes would make the browser restyle the whole page.
    const textNode = container.appendChild(document.createElement('b')).appendChild(document.createTextNode(''));
    container.dataset.phrases = 'typed';
    for (let index = 0; ; index++) {
      const phrase = phrases[index % phrases.length];
      for (let end = 1; end <= phrase.length; end++) {
        textNode.data = phrase.slice(0, end);
        await wait(50);
      }
      do await wait(1000);
      while (reducedMotion.matches || document.hidden || isPaused());
    }
  }
  const phraseContainer = document.querySelector('[data-phrases]');
  if (phraseContainer && !reducedMotion.matches) typePhrases(phraseContainer);

  // A menu (but not a disclosure in it) closes on a click outside it, and on Escape, which returns the focus to its button.
  const findOpenMenus = () => document.querySelectorAll('header details[open]:not(details details)');
  addEventListener('click', ({ target }) => {
    for (const menu of findOpenMenus()) if (!menu.contains(target)) menu.open = false;
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of findOpenMenus()) {
      if (menu.contains(document.activeElement)) menu.firstChild.focus();
      menu.open = false;
    }
  });

  // A click on a link or button immediately shows a progress bar, however long the next page takes.
  const page = document.documentElement;
  const bar = document.createElement('i');
  bar.className = 'on-its-way';
  const showProgress = (event) => event.defaultPrevented || page.append(bar);
  addEventListener('submit', showProgress);
  addEventListener('click', (event) => {
    const link = event.target.closest('a[href]:not([target], [download])');
    const isSamePage = link?.hash && link.pathname === location.pathname;
    const opensNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (link?.origin === location.origin && !isSamePage && !opensNewTab) showProgress(event);
  });
  addEventListener('pageshow', () => bar.remove());

  // Sets the header's state in browsers without scroll-driven animations.
  const setHeaderState = () => {
    document.querySelector('.site-header').dataset.state = (scrollY >= 50) + (scrollY >= 90);
  };
  if (!CSS.supports('animation-timeline: scroll()')) window.onscroll = setHeaderState;

  // Pages are cached for all visitors, so the first name of a signed-in person is read from a cookie.
  const person = document.querySelector('[data-person]');
  const name = decodeURIComponent(/\bperson=([^;]+)/.exec(document.cookie)?.[1] ?? '');
  if (person && name) {
    person.firstElementChild.textContent = [...name][0];
    person.title = `Signed in as ${name}`;
  }

  // Containers without overflow are removed from the tab order. A few pixels of height are rounding, not hidden text.
  const overflowObserver = new ResizeObserver((entries) => {
    for (const { target } of entries)
      target.tabIndex =
        target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 9 ? 0 : -1;
  });
  for (const scroller of document.querySelectorAll('main [tabindex="0"]')) overflowObserver.observe(scroller);

  // Returns a match with the day, year and time of an instant in the format of pages.
  const matchDateParts = (at) => /, 0?(.*) (\d+) (.*) GMT/.exec(new Date(at).toUTCString());

  // A chart shows its value at the pointer, or at the position of a slider for the keyboard.
  for (const chart of document.querySelectorAll('[data-reads]')) {
    const points = chart.dataset.reads.split('|');
    const [label, slider] = chart.children;
    const cursor = chart.querySelector('[data-read]');
    const showValue = () => {
      const [minutes, text] = points[slider.value].split(' ');
      const [, day, year, clock] = matchDateParts(minutes * 6e4);
      label.textContent = `${day} ${chart.dataset.days ? year : `${clock.slice(0, 5)} UTC`}: ${text}`;
      slider.setAttribute('aria-valuetext', label.textContent);
      label.hidden = false;
      cursor.setAttribute('d', `M${(+slider.value + 0.5) * cursor.dataset.read} 0v999`);
    };
    slider.hidden = false;
    slider.oninput = slider.onfocus = showValue;
    chart.onpointermove = chart.onpointerdown = ({ clientX }) => {
      const { left, width } = cursor.ownerSVGElement.getBoundingClientRect();
      slider.value = ((clientX - left) / width) * points.length - 0.5;
      showValue();
    };
    chart.onpointerleave = slider.onblur = () => {
      label.hidden = true;
      cursor.removeAttribute('d');
    };
  }

  // Elements with live values, by instrument and part: a price (0), or a change (1) with an arrow and a word beside its figure.
  const liveElements = {};
  for (const element of document.querySelectorAll('[data-moves]')) {
    liveElements[element.dataset.moves] ??= [];
    liveElements[element.dataset.moves].push(element);
  }
  const CHANGE_STYLES = {
    '+': ['text-profit', 'arrow-up', ' up'],
    '−': ['text-loss', 'arrow-down', ' down'],
    0: ['text-muted', 'dash', ' no change'],
  };
  const parseNumber = (text) => Number(text.replace(/,/g, '').replace('−', '-'));
  function showPrice(element, text) {
    const change = parseNumber(text) - parseNumber(element.textContent);
    element.textContent = text;
    // The tag of a chart's last price keeps its colours.
    if (!change || element.style.top || reducedMotion.matches) return;
    const colour = `var(--color-${change > 0 ? 'profit' : 'loss'}-soft)`;
    element.animate([{ background: colour }, {}], 700);
  }
  function showChange({ tagName, firstChild: shown, lastChild }, text) {
    // A tile of the heat map keeps its rendered colour.
    if (tagName === 'svg') {
      const signed = ({ '+': '▲ ', '−': '▼ ' }[text[0]] ?? '') + text;
      lastChild.textContent = signed;
      shown.textContent = shown.textContent.replace(/: .*%/, `: ${signed}`);
      return;
    }
    const [icon, figure, word] = shown.childNodes;
    const [colour, iconId, wordText] = CHANGE_STYLES[text[0]] ?? CHANGE_STYLES[0];
    shown.className = shown.className.replace(/text-\w+$/, colour);
    const use = icon.firstChild;
    use.setAttribute('href', use.getAttribute('href').replace(/#.*/, `#${iconId}`));
    figure.data = text;
    word.textContent = wordText;
  }
  const timeNotes = document.querySelectorAll('[data-as-of]');
  let staleTimer;
  function showPrices({ data }) {
    const { at, of, late } = JSON.parse(data);
    for (const id in of) {
      of[id].forEach((text, part) => {
        for (const element of (text && liveElements[`${id} ${part}`]) || [])
          (part ? showChange : showPrice)(element, text);
      });
    }
    for (const { dataset, firstChild: time } of timeNotes) {
      if (time.dateTime > at || !dataset.asOf.split(' ').some((id) => of[id])) continue;
      time.dateTime = at;
      const [, day, year, clock] = matchDateParts(at);
      time.title = `${day} ${year}, ${clock} UTC`;
      time.textContent = `${day}, ${clock} UTC`;
    }
    if (late) return;
    page.dataset.live = '';
    clearTimeout(staleTimer);
    // The page stops being marked as live when no newer price has arrived for a minute.
    staleTimer = setTimeout(() => isPaused() || delete page.dataset.live, 60e3);
  }
  // There is no connection while the page is hidden or its prices are paused or, if the browser saves data, until the reader turns it on.
  // After a failure it reconnects with the delays of `lineBudget.ts`, since a browser's own retries come every three seconds without end.
  let source;
  let connectionTimer;
  let failures = 0;
  let savesData = navigator.connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches;
  function connect() {
    source?.close();
    clearTimeout(connectionTimer);
    page.toggleAttribute('data-paused', savesData);
    if (savesData || document.hidden || isPaused()) return;
    source = new EventSource(`/prices?of=${[...new Set(Object.keys(liveElements).map((key) => key.split(' ')[0]))]}`);
    source.onopen = () => {
      connectionTimer = setTimeout(() => {
        failures = 0;
      }, 2e4);
    };
    source.onmessage = showPrices;
    source.onerror = ({ type }) => {
      source.close();
      clearTimeout(connectionTimer);
      delete page.dataset.live;
      if (type === 'error')
        connectionTimer = setTimeout(connect, Math.min(1e3 * 2 ** ++failures, 3e5) * (0.5 + Math.random() / 2));
    };
    source.addEventListener('end', source.onerror);
  }
  if (timeNotes.length) {
    connect();
    addEventListener('visibilitychange', connect);
    addEventListener('click', ({ target }) => {
      savesData &&= !target.matches('[data-turn-on]');
      if (target.matches('[data-still], [data-turn-on]')) connect();
    });
  }

  if (reducedMotion.matches) return;
  const revealObserver = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        target.dataset.reveal = isIntersecting ? 'seen' : 'waits';
        if (isIntersecting) revealObserver.unobserve(target);
      }
    },
    { rootMargin: '-60px' },
  );
  for (const section of document.querySelectorAll('[data-reveal]')) revealObserver.observe(section);
})();
