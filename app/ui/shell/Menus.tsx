import { type ReactNode, useEffect, useRef } from 'react';
import { PostForm } from '../forms/Form';
import { Link } from '../Link';
import { Avatar } from '../pictures/Avatar';
import { Icon, type IconName } from '../pictures/Icon';
import { Money } from '../tables/Data';
import { useTargetLocation } from '../targetLocation';

export type NavItem = {
  href: string;
  label: string;
  icon?: IconName;
  badge?: number;
  also?: readonly string[];
  /** True if subpages of this entry belong to other entries, or to none. */
  matchesExactly?: boolean;
  /** Action at the end of the entry's line: a link of the class `entry-act`. */
  action?: ReactNode;
};
export type NavGroup = { label?: string; items: readonly NavItem[] };
export type ShellUser = { name: string; email: string; total?: bigint; rank?: string; pictureUrl?: string | null };

/** Bottom navigation of a phone, within reach of the thumb. It stays visible while the page is scrolled. */
export function BottomNav({ items }: { items: readonly NavItem[] }) {
  const current = useCurrentEntry(items);
  return (
    <nav aria-label="Places" className="places">
      <ul>
        <BottomNavLinks items={items} current={current} />
      </ul>
    </nav>
  );
}

/** Current entry of a menu. `as`: whether the page is the entry's own, or one that belongs to it. Null if there is none. */
type CurrentEntry = { href: string; as: 'page' | 'true' } | null;

const ariaCurrentOf = (item: NavItem, current: CurrentEntry) => (current?.href === item.href ? current.as : undefined);

const BottomNavLinks = ({ items, current }: { items: readonly NavItem[]; current: CurrentEntry }) => (
  <>
    {items.map((item) => (
      <li key={item.href}>
        <Link to={item.href} aria-current={ariaCurrentOf(item, current)}>
          {item.icon && <Icon name={item.icon} />}
          {item.label}
        </Link>
      </li>
    ))}
  </>
);

/** Returns the current menu entry: the one with the longest prefix of the current or pending URL. */
function useCurrentEntry(items: readonly NavItem[]): CurrentEntry {
  const { pathname } = useTargetLocation();
  const addresses = items.flatMap(({ href, also = [], matchesExactly = false }) =>
    [href, ...also].map((address) => ({ address, href, alone: matchesExactly })),
  );
  const [longest] = addresses
    .filter(({ address, alone }) => pathname === address || (!alone && pathname.startsWith(`${address}/`)))
    .sort((a, b) => b.address.length - a.address.length);
  return longest ? { href: longest.href, as: pathname === longest.href ? 'page' : 'true' } : null;
}

export function Nav({ groups }: { groups: readonly NavGroup[] }) {
  const current = useCurrentEntry(groups.flatMap(({ items }) => items));
  return (
    <nav aria-label="Main" className="menu">
      <NavGroups groups={groups} current={current} />
    </nav>
  );
}

const NavGroups = ({ groups, current }: { groups: readonly NavGroup[]; current: CurrentEntry }) => (
  <>
    {groups.map(({ label, items }, index) => (
      <div key={index}>
        {label && <p>{label}</p>}
        <ul>
          <NavLinks items={items} current={current} />
        </ul>
      </div>
    ))}
  </>
);

const NavLinks = ({ items, current }: { items: readonly NavItem[]; current: CurrentEntry }) => (
  <>
    {items.map((item) => (
      <li key={item.href}>
        <NavLink item={item} current={ariaCurrentOf(item, current)} />
        {item.action}
      </li>
    ))}
  </>
);

function NavLink({ item, current }: { item: NavItem; current?: 'page' | 'true' }) {
  return (
    <Link to={item.href} aria-current={current} className="entry">
      {item.icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
      {item.badge ? <CountBadge>{item.badge}</CountBadge> : null}
    </Link>
  );
}

export function SignOut({ action }: { action: string }) {
  return (
    <PostForm action={action}>
      <button type="submit" className="entry">
        <Icon name="logout" />
        Log out
      </button>
    </PostForm>
  );
}

export function UserMenu({ user, items, signOut }: { user: ShellUser; items: readonly NavItem[]; signOut: ReactNode }) {
  const { pathname } = useTargetLocation();
  const current = items.some(({ href }) => href === pathname) ? ({ href: pathname, as: 'page' } as const) : null;
  return (
    <DropDown label="Your account" face={<Avatar name={user.name} src={user.pictureUrl} size="small" />}>
      <SignedInPerson {...user} />
      <ul>
        <NavLinks items={items} current={current} />
      </ul>
      <div className="menu-end">{signOut}</div>
    </DropDown>
  );
}

export function SignedInPerson({ name, email, pictureUrl, total, rank }: ShellUser) {
  return (
    <>
      <div className="who">
        <Avatar name={name} src={pictureUrl} />
        <div>
          <p>{name}</p>
          <p>{email}</p>
        </div>
      </div>
      {total !== undefined && (
        <dl className="who-has">
          <div>
            <dt>Total</dt>
            <dd>
              <Money cents={total} />
            </dd>
          </div>
          {rank && (
            <div>
              <dt>Rank</dt>
              <dd>{rank}</dd>
            </div>
          )}
        </dl>
      )}
    </>
  );
}

/** Menu behind a button. Opening one closes the others; with scripts, Escape and a press elsewhere close it. */
export function DropDown(props: { label: string; face: ReactNode; wideToo?: boolean; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open');
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);
  return (
    <details
      ref={menu}
      name="header-menu"
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.removeAttribute('open')}
      className={props.wideToo === false ? 'lg:hidden' : undefined}
    >
      <summary className="menu-face">
        <span className="if-shut">{props.face}</span>
        <span className="if-open">
          <Icon name="close" />
        </span>
        <span className="sr-only">
          {props.label}
          <span className="if-open">, close</span>
        </span>
      </summary>
      <div className="menu-panel">{props.children}</div>
    </details>
  );
}

export function AlertsBell({ count, href }: { count: number; href: string }) {
  const { pathname } = useTargetLocation();
  return (
    <Link to={href} aria-current={pathname === href ? 'page' : undefined} className="menu-face alerts">
      <Icon name="bell" />
      <span className="sr-only">Notifications: {count}</span>
      {count > 0 && (
        <span aria-hidden="true" className="count">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}

const CountBadge = ({ children }: { children: number }) => <span className="count">{children}</span>;
