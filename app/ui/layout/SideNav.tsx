import type { ReactNode } from 'react';

type SideLink = { href: string; label: string };

/**
 * A long page with the list of its parts beside it, which stays in view. A phone has no room for the list; its parts are folded
 * there. Each group is a title and the links under it.
 */
export const WithSideNav = (props: {
  label: string;
  groups: readonly { title: string; links: readonly SideLink[] }[];
  children: ReactNode;
}) => (
  <div className="grid gap-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
    <nav aria-label={props.label} className="max-lg:hidden print:hidden">
      <div className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-5 overflow-y-auto">
        {props.groups.map(({ title, links }) => (
          <div key={title}>
            <p className="text-sm font-semibold">{title}</p>
            <ul className="border-s border-line">
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a
                    href={href}
                    className="flex min-h-7 items-center ps-3 text-sm text-muted no-underline hover:text-ink"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
    <div className="flex min-w-0 flex-col gap-8">{props.children}</div>
  </div>
);
