// The only script of the public pages. Everything works without it; it types the phrase, closes menus, spares the Tab key
// stops, and lifts what scrolls into view.
(() => {
  const quiet = matchMedia('(prefers-reduced-motion: reduce)');
  const box = document.getElementById('still');
  const still = () => quiet.matches || document.hidden || box?.checked;
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
      while (still());
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
      if (menu.contains(document.activeElement)) menu.querySelector('summary').focus();
      menu.open = false;
    }
  });

  // Browsers without scroll-driven animations get the header's two states from here.
  if (!CSS.supports('animation-timeline: scroll()')) {
    const header = document.querySelector('.site-header');
    const tell = () => {
      header?.toggleAttribute('data-left-top', scrollY >= 50);
      header?.toggleAttribute('data-scrolled', scrollY >= 90);
    };
    addEventListener('scroll', tell, { passive: true });
    tell();
  }

  // What has nothing to scroll is no stop for the Tab key.
  const stops = new ResizeObserver((seen) => {
    for (const { target } of seen) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const scroller of document.querySelectorAll('main [tabindex="0"]')) stops.observe(scroller);

  if (quiet.matches || !('IntersectionObserver' in window)) return;
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        target.dataset.reveal = 'seen';
        watcher.unobserve(target);
      }
    },
    { rootMargin: '0px 0px -60px' },
  );
  for (const part of document.querySelectorAll('[data-reveal]')) {
    if (part.getBoundingClientRect().top < innerHeight) continue;
    part.dataset.reveal = 'waits';
    watcher.observe(part);
  }
})();
