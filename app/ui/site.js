// The only script of the public pages. Everything works without it; it types the phrase, closes menus, spares the Tab key
// stops, says who is signed in, moves prices in place, and lifts what scrolls into view.
(() => {
  const quiet = matchMedia('(prefers-reduced-motion: reduce)');
  const paused = () => document.querySelector('[data-still]:checked');
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  async function type(place) {
    const phrases = [...place.children].map(({ textContent }) => textContent);
    // One text whose letters change: anything put in or taken out would have the whole page styled again.
    const typed = place.appendChild(document.createElement('b')).appendChild(document.createTextNode(''));
    place.dataset.phrases = 'typed';
    for (let turn = 0; ; turn++) {
      const phrase = phrases[turn % phrases.length];
      for (let end = 1; end <= phrase.length; end++) {
        typed.data = phrase.slice(0, end);
        await wait(50);
      }
      do await wait(1000);
      while (quiet.matches || document.hidden || paused());
    }
  }
  const place = document.querySelector('[data-phrases]');
  if (place && !quiet.matches) type(place);

  // A menu (not what opens within it) closes when something else is pressed, and on Escape, which gives the focus back.
  const opened = () => document.querySelectorAll('header details[open]:not(details details)');
  addEventListener('click', ({ target }) => {
    for (const menu of opened()) if (!menu.contains(target)) menu.open = false;
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of opened()) {
      if (menu.contains(document.activeElement)) menu.firstChild.focus();
      menu.open = false;
    }
  });

  // A press shows at once that it was taken, however long the next page takes.
  const page = document.documentElement;
  const bar = document.createElement('i');
  bar.className = 'on-its-way';
  const leave = (event) => event.defaultPrevented || page.append(bar);
  addEventListener('submit', leave);
  addEventListener('click', (event) => {
    const link = event.target.closest('a[href]:not([target], [download])');
    const isHere = link?.hash && link.pathname === location.pathname;
    const away = event.ctrlKey || event.metaKey || event.shiftKey;
    if (link?.origin === location.origin && !isHere && !away) leave(event);
  });
  addEventListener('pageshow', () => bar.remove());

  // Browsers without scroll-driven animations get the header's two states from here.
  const tell = () => {
    document.querySelector('.site-header').dataset.state = (scrollY >= 50) + (scrollY >= 90);
  };
  if (!CSS.supports('animation-timeline: scroll()')) window.onscroll = tell;

  // Who is signed in stands in no page: a plain cookie has their first name.
  const person = document.querySelector('[data-person]');
  const name = decodeURIComponent(/\bperson=([^;]+)/.exec(document.cookie)?.[1] ?? '');
  if (person && name) {
    person.firstElementChild.textContent = [...name][0];
    person.title = `Signed in as ${name}`;
  }

  // What has nothing to scroll is no stop for the Tab key. A few pixels of height are rounding, no hidden text.
  const stops = new ResizeObserver((seen) => {
    for (const { target } of seen)
      target.tabIndex =
        target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 9 ? 0 : -1;
  });
  for (const scroller of document.querySelectorAll('main [tabindex="0"]')) stops.observe(scroller);

  // The day, the year and the time of an instant, as pages write them.
  const parts = (at) => /, 0?(.*) (\d+) (.*) GMT/.exec(new Date(at).toUTCString());

  // A chart says its value at the pointer, or at the point that a slider for the keyboard is moved to.
  for (const chart of document.querySelectorAll('[data-reads]')) {
    const points = chart.dataset.reads.split('|');
    const [note, slider] = chart.children;
    const mark = chart.querySelector('[data-read]');
    const read = () => {
      const [minutes, text] = points[slider.value].split(' ');
      const [, day, year, clock] = parts(minutes * 6e4);
      note.textContent = `${day} ${chart.dataset.days ? year : `${clock.slice(0, 5)} UTC`}: ${text}`;
      slider.setAttribute('aria-valuetext', note.textContent);
      note.hidden = false;
      mark.setAttribute('d', `M${(+slider.value + 0.5) * mark.dataset.read} 0v999`);
    };
    slider.hidden = false;
    slider.oninput = slider.onfocus = read;
    chart.onpointermove = chart.onpointerdown = ({ clientX }) => {
      const { left, width } = mark.ownerSVGElement.getBoundingClientRect();
      slider.value = ((clientX - left) / width) * points.length - 0.5;
      read();
    };
    chart.onpointerleave = slider.onblur = () => {
      note.hidden = true;
      mark.removeAttribute('d');
    };
  }

  // What moves, by instrument and part: a price, or a change that has an arrow and a word beside its figure.
  const places = {};
  for (const place of document.querySelectorAll('[data-moves]')) {
    places[place.dataset.moves] ??= [];
    places[place.dataset.moves].push(place);
  }
  const WAYS = {
    '+': ['text-profit', 'arrow-up', ' up'],
    '−': ['text-loss', 'arrow-down', ' down'],
    0: ['text-muted', 'dash', ' no change'],
  };
  const number = (text) => Number(text.replace(/,/g, '').replace('−', '-'));
  function showPrice(place, text) {
    const by = number(text) - number(place.textContent);
    place.textContent = text;
    if (!by || quiet.matches) return;
    const colour = `var(--color-${by > 0 ? 'profit' : 'loss'}-soft)`;
    place.animate([{ background: colour }, {}], 700);
  }
  function showChange({ tagName, firstChild: shown, lastChild }, text) {
    // A tile of a heat map keeps the colour that it was drawn with.
    if (tagName === 'svg') {
      const signed = ({ '+': '▲ ', '−': '▼ ' }[text[0]] ?? '') + text;
      lastChild.textContent = signed;
      shown.textContent = shown.textContent.replace(/: .*%/, `: ${signed}`);
      return;
    }
    const [icon, figure, word] = shown.childNodes;
    const [colour, drawing, words] = WAYS[text[0]] ?? WAYS[0];
    shown.className = shown.className.replace(/text-\w+$/, colour);
    const use = icon.firstChild;
    use.setAttribute('href', use.getAttribute('href').replace(/#.*/, `#${drawing}`));
    figure.data = text;
    word.textContent = words;
  }
  const notes = document.querySelectorAll('[data-as-of]');
  // A source that has no newer price for a minute: what is shown is live no more.
  let silent;
  const stale = () => paused() || delete page.dataset.live;
  function show({ data }) {
    const { at, of, late } = JSON.parse(data);
    for (const id in of) {
      of[id].forEach((text, part) => {
        for (const place of (text && places[`${id} ${part}`]) || []) (part ? showChange : showPrice)(place, text);
      });
    }
    for (const { dataset, firstChild: time } of notes) {
      if (time.dateTime > at || !dataset.asOf.split(' ').some((id) => of[id])) continue;
      time.dateTime = at;
      const [, day, year, clock] = parts(at);
      time.title = `${day} ${year}, ${clock} UTC`;
      time.textContent = `${day}, ${clock} UTC`;
    }
    if (late) return;
    page.dataset.live = '';
    clearTimeout(silent);
    silent = setTimeout(stale, 60e3);
  }
  // A page that is not looked at, or where a box pauses what moves, has no connection, nor has one of a browser that saves data until its
  // reader asks. One that broke is made again after the pauses of `lineBudget.ts`: a browser's own tries come every three seconds for ever.
  let source;
  let timer;
  let failures = 0;
  let saves = navigator.connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches;
  function follow() {
    source?.close();
    clearTimeout(timer);
    page.toggleAttribute('data-paused', saves);
    if (saves || document.hidden || paused()) return;
    source = new EventSource(`/prices?of=${[...new Set(Object.keys(places).map((key) => key.split(' ')[0]))]}`);
    source.onopen = () => {
      timer = setTimeout(() => {
        failures = 0;
      }, 2e4);
    };
    source.onmessage = show;
    source.onerror = ({ type }) => {
      source.close();
      clearTimeout(timer);
      delete page.dataset.live;
      if (type === 'error')
        timer = setTimeout(follow, Math.min(1e3 * 2 ** ++failures, 3e5) * (0.5 + Math.random() / 2));
    };
    source.addEventListener('end', source.onerror);
  }
  if (notes.length) {
    follow();
    addEventListener('visibilitychange', follow);
    addEventListener('click', ({ target }) => {
      saves &&= !target.matches('[data-turn-on]');
      if (target.matches('[data-still], [data-turn-on]')) follow();
    });
  }

  if (quiet.matches) return;
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        target.dataset.reveal = isIntersecting ? 'seen' : 'waits';
        if (isIntersecting) watcher.unobserve(target);
      }
    },
    { rootMargin: '-60px' },
  );
  for (const part of document.querySelectorAll('[data-reveal]')) watcher.observe(part);
})();
