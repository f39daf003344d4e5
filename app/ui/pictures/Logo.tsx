/** Our mark: an M that is an open book, its right page the mirror of its left. */
export function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M15 14.5 6.5 8v14.5l8.5 3z" className="fill-on-accent" />
      <path d="M17 14.5 25.5 8v14.5l-8.5 3z" className="fill-on-accent opacity-60" />
    </svg>
  );
}

/** The mark and the name; `name` says where one is ("Mirrorbook admin"). */
export function Logo({ name = 'Mirrorbook' }: { name?: string }) {
  return (
    <span className="logo">
      <LogoMark />
      {name}
    </span>
  );
}
