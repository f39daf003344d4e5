import { PRODUCT_NAME } from '~/platform/text/productName';

function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" />
      <path d="M15 14.5 6.5 8v14.5l8.5 3z" />
      <path d="M17 14.5 25.5 8v14.5l-8.5 3z" />
    </svg>
  );
}

/** Logo and name; `name` is the part of the site ("Mirrorbook admin"). */
export function Logo({ name = PRODUCT_NAME }: { name?: string }) {
  return (
    <span className="logo">
      <LogoMark />
      {name}
    </span>
  );
}
