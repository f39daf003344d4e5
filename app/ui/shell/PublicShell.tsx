import type { ReactNode } from 'react';
import { Link, useLocation } from '~/web/router';
import { LinkButton } from '../Button';
import { cx } from '../cx';
import { Icon } from '../pictures/Icon';
import { Logo } from '../pictures/Logo';
import { Frame, Main, type ShellContext } from './Shell';

export type PublicLink = { href: string; label: string };
/** Entry of the header. Its `items` include its own page, since a phone shows only them. */
export type PublicMenu = PublicLink & { items?: readonly PublicLink[] };

type Menus = { menus: readonly PublicMenu[] };

/** Frame of public pages. Menus are `<details>`, so they work without scripts. `more` is only in the phone's menu. */
export function PublicShell(
  props: ShellContext & Menus & { more?: readonly PublicLink[]; footer?: ReactNode; signedIn: boolean },
) {
  return (
    <Frame {...props}>
      <header className="site-header sticky top-0 z-20 px-4 print:hidden">
        <div className="mx-auto flex w-full max-w-6xl items-center gap-1 py-1.5">
          <Link to="/" className="site-name me-auto inline-flex min-h-11 items-center no-underline">
            <Logo />
          </Link>
          <WideMenu menus={props.menus} />
          {props.signedIn ? <OwnPagesLink /> : <LoginLinks />}
          <PhoneMenu menus={props.menus} more={props.more ?? []} />
        </div>
      </header>
      <Main>{props.children}</Main>
      {props.footer && (
        <footer className="border-t border-line bg-surface px-4 py-6 sm:py-8 print:hidden">
          <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 sm:gap-5">{props.footer}</div>
        </footer>
      )}
    </Frame>
  );
}

const LoginLinks = () => (
  <>
    <LinkButton to="/login" tone="quiet">
      Log in
    </LinkButton>
    <span className="hidden sm:block">
      <LinkButton to="/signup" tone="primary">
        Sign up
      </LinkButton>
    </span>
  </>
);

/**
 * Link to the person's own pages. Scripts replace it by the first letter of the name in a circle, since cached pages do not contain the
 * name.
 */
const OwnPagesLink = () => (
  <>
    <Link
      to="/dashboard"
      className="inline-flex min-h-11 items-center px-2 text-sm font-medium whitespace-nowrap no-underline sm:hidden"
    >
      My account
    </Link>
    <span className="hidden sm:block">
      <LinkButton to="/dashboard" tone="primary">
        My account
      </LinkButton>
    </span>
    <Link
      to="/settings"
      data-person
      className="hidden size-11 place-items-center rounded-full no-underline sm:grid"
      aria-label="Your settings"
    >
      <span className="grid size-9 place-items-center rounded-full bg-accent-soft font-semibold text-accent">
        <Icon name="user" />
      </span>
    </Link>
  </>
);

const MENU_ENTRY_CLASS =
  'flex min-h-11 items-center rounded-control px-3 text-ink no-underline hover:bg-well hover:text-ink';

function MenuLink({ href, label }: PublicLink) {
  const { pathname } = useLocation();
  const current = pathname === href;
  return (
    <Link
      to={href}
      aria-current={current ? 'page' : undefined}
      className={cx(MENU_ENTRY_CLASS, current && 'font-semibold')}
    >
      {label}
    </Link>
  );
}

function Links({ items }: { items: readonly PublicLink[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.href}>
          <MenuLink {...item} />
        </li>
      ))}
    </ul>
  );
}

/** Link to a page with the button that opens its menu. Opening one closes the others. */
function WideMenu({ menus }: Menus) {
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex">
        {menus.map(({ items, ...page }) => (
          <li key={page.href} className="relative flex">
            <MenuLink {...page} />
            {items && (
              <details name="site-menu" className="group -ms-3">
                <summary className="grid size-11 list-none place-items-center rounded-control hover:bg-well [&::-webkit-details-marker]:hidden">
                  <span className="group-open:rotate-180">
                    <Icon name="chevron-down" size="small" />
                  </span>
                  <span className="sr-only">{page.label} menu</span>
                </summary>
                <div className="absolute start-0 top-full w-56 rounded-card border border-line bg-surface p-2 shadow-raised">
                  <Links items={items} />
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Single button for the whole menu, with independent submenus. */
function PhoneMenu({ menus, more }: Menus & { more: readonly PublicLink[] }) {
  return (
    <details className="group lg:hidden">
      <summary className="grid size-11 list-none place-items-center rounded-control hover:bg-well [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">
          <Icon name="menu" />
        </span>
        <span className="hidden group-open:block">
          <Icon name="close" />
        </span>
        <span className="sr-only">Menu</span>
      </summary>
      <nav
        aria-label="Menu"
        className="absolute inset-x-2 top-full mt-1 max-h-[calc(100dvh-7rem)] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-raised"
      >
        <ul>
          {menus.map(({ items, ...page }) => (
            <li key={page.href}>
              {items ? <PhoneSubmenu label={page.label} items={items} /> : <MenuLink {...page} />}
            </li>
          ))}
        </ul>
        <div className="mt-2 border-t border-line pt-2">
          <Links items={more} />
        </div>
      </nav>
    </details>
  );
}

function PhoneSubmenu({ label, items }: { label: string; items: readonly PublicLink[] }) {
  return (
    <details className="group/sub">
      <summary className={cx(MENU_ENTRY_CLASS, 'list-none justify-between [&::-webkit-details-marker]:hidden')}>
        {label}
        <span className="group-open/sub:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <div className="ms-3 border-s border-line ps-2">
        <Links items={items} />
      </div>
    </details>
  );
}
