import type { ReactNode } from 'react';
import { cx } from './cx';

export const Amount = ({ children }: { children: ReactNode }) => (
  <p className="text-3xl font-semibold leading-tight tracking-tight">{children}</p>
);

export const Muted = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>;

export const Small = ({ children }: { children: ReactNode }) => <span className="text-sm text-muted">{children}</span>;

/** Text from users within a table. A wide one can break anywhere; an email address breaks first after its `@`. */
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

/** Sentence with amounts of money. A line may break before `−$15.34`, but not between sign and digits. */
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

/** Address, reference or key in a monospaced font. A click selects it, and it can break anywhere. */
export const Code = ({ children }: { children: ReactNode }) => (
  <code className="wrap-anywhere font-mono text-sm select-all">{children}</code>
);

/** Shortens a transaction ID or an address to its start and end: `4f2a91c0…77be10`. */
export const shortId = (id: string): string =>
  id.length > MAX_WHOLE_ID_CHARS ? `${id.slice(0, 8)}…${id.slice(-6)}` : id;

const MAX_WHOLE_ID_CHARS = 20;

/** Shortened ID. Screen readers, page search and copying use the whole ID. */
export const Id = ({ children: id }: { children: string }) =>
  id.length > MAX_WHOLE_ID_CHARS ? (
    <code title={id} className="font-mono text-sm whitespace-nowrap select-all">
      {id.slice(0, 8)}
      <span className="id-middle">{id.slice(8, -6)}</span>
      {id.slice(-6)}
    </code>
  ) : (
    <Code>{id}</Code>
  );

export const WithSettingNames = ({ children }: { children: string }) =>
  children
    .split(/\b([A-Z]+(?:_[A-Z]+)+)\b/)
    .map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));

/**
 * Code block that scrolls sideways. With `isSelectable`, a click selects all of it; with `tall`, its height is not
 * limited.
 */
export const Snippet = (props: { label: string; isSelectable?: boolean; tall?: boolean; children: string }) => (
  <section
    aria-label={props.label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    tabIndex={0}
    className={cx('overflow-auto rounded-card border border-line bg-well p-3', !props.tall && 'max-h-72')}
  >
    <pre className={cx('font-mono text-sm', props.isSelectable && 'select-all')}>{props.children}</pre>
  </section>
);
