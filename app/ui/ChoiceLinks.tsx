import { useLocation } from '~/web/router';
import { cx } from './cx';
import { Link } from './Link';
import { useTargetLocation } from './targetLocation';

export type ChoiceLink = { href: string; label: string; current: boolean };

export function ChoiceLinks({ label, items: input }: { label: string; items: readonly ChoiceLink[] }) {
  const here = useLocation();
  const chosen = useTargetLocation();
  // A link is marked as current as soon as it is pressed.
  const pressed = chosen === here ? undefined : input.find(({ href }) => isLinkTo(href, here.pathname, chosen));
  const items = pressed ? input.map((item) => ({ ...item, current: item === pressed })) : input;
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap gap-1">
        {items.map(({ href, label, current }) => (
          <li key={href}>
            <Link
              to={href}
              preventScrollReset
              aria-current={current ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control border px-2.5 font-medium sm:px-3 no-underline',
                current
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-control bg-surface text-ink hover:bg-well hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns whether a link of a page at `path` leads to this address. */
function isLinkTo(href: string, path: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const [to, query = ''] = href.replace(/#.*/, '').split('?');
  return (to || path) === pathname && query === search.slice(1);
}
