import { Link } from '../Link';
import { useTargetLocation } from '../targetLocation';

/** View with its URL. `also`: URLs of further steps that belong to it. */
type Tab = { href: string; label: string; also?: readonly string[] };

/** Scrolls a row of tabs to the current one, for browsers without `scroll-initial-target`. The page does not scroll. */
function bringIntoView(tab: HTMLElement | null) {
  // Keeps the previous tab visible.
  tab?.closest('nav')?.scrollTo(tab.offsetLeft - 96, 0);
}

/** Views of one subject with their own URLs. The view that fits the current URL best is marked. */
export function Tabs({ label, items }: { label: string; items: readonly Tab[] }) {
  const { pathname, search } = useTargetLocation();
  const here = new URLSearchParams(search);
  const fits = ({ href, also = [] }: Tab) => {
    const [path, query] = href.split('?');
    return (
      (path === pathname || also.includes(pathname)) &&
      [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
    );
  };
  const current = items.filter(fits).sort((a, b) => b.href.length - a.href.length)[0];
  return (
    <nav aria-label={label} className="tabs sideways">
      <ul className="flex">
        {items.map((item) => (
          <li
            key={item.href}
            ref={item === current ? bringIntoView : undefined}
            className={item === current ? '[scroll-initial-target:nearest]' : undefined}
          >
            <Link to={item.href} preventScrollReset aria-current={item === current ? 'page' : undefined}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
