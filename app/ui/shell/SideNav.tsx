import type { ReactNode } from 'react';
import { Disclosure } from '../layout/Disclosure';

type Group = { title: string; links: readonly { href: string; label: string }[] };

/** Long page next to the list of its parts. On a phone the list is folded above them. */
export const WithSideNav = (props: { label: string; groups: readonly Group[]; children: ReactNode }) => (
  <div className="grid gap-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
    <nav aria-label={props.label} className="print:hidden">
      <div className="rounded-card border border-line bg-surface px-4 lg:hidden">
        <Disclosure summary={props.label}>
          <div className="grid grid-cols-2 gap-x-4 gap-y-5">
            <Groups groups={props.groups} />
          </div>
        </Disclosure>
      </div>
      <div className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-5 overflow-y-auto max-lg:hidden">
        <Groups groups={props.groups} />
      </div>
    </nav>
    <div className="flex min-w-0 flex-col gap-8">{props.children}</div>
  </div>
);

const Groups = ({ groups }: { groups: readonly Group[] }) =>
  groups.map(({ title, links }) => (
    <div key={title} className="min-w-0">
      <p className="text-sm font-semibold">{title}</p>
      <ul className="border-s border-line">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              className="flex min-h-9 items-center ps-3 text-sm text-muted no-underline wrap-anywhere hover:text-ink lg:min-h-7"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
