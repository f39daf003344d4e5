import type { ReactNode } from 'react';
import { cx } from './cx';

export const Amount = ({ children }: { children: ReactNode }) => (
  <p className="text-3xl font-semibold leading-tight tracking-tight">{children}</p>
);

export const Muted = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>;

export const Small = ({ children }: { children: ReactNode }) => <span className="text-sm text-muted">{children}</span>;

/** Text that a person typed, in a table: broken anywhere once it is wide, an email address first after its `@`. */
export const WrappedText = ({ children }: { children: ReactNode }) => (
  <span className="block min-w-36 max-w-72 wrap-anywhere">
    {typeof children === 'string' ? <EmailAddress>{children}</EmailAddress> : children}
  </span>
);

export function EmailAddress({ children }: { children: string }) {
  const domain = children.indexOf('@') + 1;
  return (
    <>
      {children.slice(0, domain)}
      <wbr />
      {children.slice(domain)}
    </>
  );
}

export const NoWrap = ({ children }: { children: ReactNode }) => <span className="whitespace-nowrap">{children}</span>;

export const OneLine = ({ children }: { children: string }) => (
  <span title={children} className="block max-w-64 truncate">
    {children}
  </span>
);

/** A sentence with amounts of money in it: a line may end before `−$15.34`, but not between its sign and its digits. */
export const WithAmounts = ({ children }: { children: string }) =>
  children
    .split(/([+−]\$[\d,.]*\d)/)
    .map((part, index) => (index % 2 === 1 ? <NoWrap key={index}>{part}</NoWrap> : part));

/** Content for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>;

export const ForeignLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noreferrer nofollow" referrerPolicy="no-referrer">
    {children}
  </a>
);

/** Running text. `wide` suits reference lists; `columns` uses two columns on wide screens. */
export const Prose = ({ wide, columns, children }: { wide?: boolean; columns?: boolean; children: ReactNode }) => (
  <div className={cx('prose leading-relaxed', columns ? 'prose-columns' : !wide && 'max-w-prose')}>{children}</div>
);

/** An address, a reference or a key: fixed width, selected by one click, broken anywhere. */
export const Code = ({ children }: { children: ReactNode }) => (
  <code className="wrap-anywhere font-mono text-sm select-all">{children}</code>
);

/** Shortens a transaction ID or an address to its start and end: `4f2a91c0…77be10`. */
export const shortId = (id: string): string => (id.length > ID_SHOWN ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

const ID_SHOWN = 20;

/** The same in a list or a card. All of it is there to be heard, found on the page and, selected by one click, copied. */
export const Id = ({ children: id }: { children: string }) =>
  id.length > ID_SHOWN ? (
    <code title={id} className="font-mono text-sm whitespace-nowrap select-all">
      {id.slice(0, 8)}
      <span className="id-middle">{id.slice(8, -6)}</span>
      {id.slice(-6)}
    </code>
  ) : (
    <Code>{id}</Code>
  );

export const WithSettings = ({ children }: { children: string }) =>
  children
    .split(/\b([A-Z]+(?:_[A-Z]+)+)\b/)
    .map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));

/** Several lines for a machine, scrolled sideways. A press selects a `typed` one whole. */
export const Snippet = ({ label, typed, children }: { label: string; typed?: boolean; children: string }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-card border border-line bg-well p-3"
  >
    <pre className={cx('font-mono text-sm', typed && 'select-all')}>{children}</pre>
  </section>
);
