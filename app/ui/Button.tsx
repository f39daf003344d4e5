import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { useLocation } from '~/web/router';
import { cx } from './cx';
import { usePending } from './forms/Form';
import { Link } from './Link';
import { Icon, type IconName } from './pictures/Icon';
import { Code } from './Text';
import { useTargetLocation } from './targetLocation';

const TONE_CLASSES = {
  primary: 'button-primary',
  plain: 'button-plain',
  danger: 'button-danger',
  buy: 'border-profit bg-profit text-on-accent',
  sell: 'border-loss bg-loss text-on-accent',
  quiet: 'button-quiet',
};

type ButtonStyle = { tone?: keyof typeof TONE_CLASSES; icon?: IconName; wide?: boolean };

const buttonClass = ({ tone = 'plain', wide }: ButtonStyle) => cx('button', TONE_CLASSES[tone], wide && 'w-full');

/** Submit button. With JavaScript, it shows progress during the submission and ignores a second press. */
export function Button({
  tone,
  icon,
  wide,
  children,
  ...button
}: ButtonStyle & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  const { sending, by } = usePending();
  const pressed = sending && by === buttonKey(button.name, button.value);
  const held = sending && button.type !== 'button';
  return (
    <button
      type="submit"
      {...button}
      aria-disabled={held || undefined}
      aria-busy={pressed || undefined}
      onClick={held ? (event) => event.preventDefault() : button.onClick}
      className={buttonClass({ tone, wide })}
    >
      {pressed ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Link that looks like a button. A link to a step on the same page, such as a dialog, keeps the scroll position. */
export function LinkButton({
  to,
  tone,
  icon,
  wide,
  children,
  ...link
}: ButtonStyle & LinkTarget & { children: ReactNode }) {
  const here = useLocation();
  const chosen = useTargetLocation();
  const pressed = chosen !== here && to.replace(/#.*/, '') === chosen.pathname + chosen.search;
  const inside = (
    <>
      {pressed ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </>
  );
  return link.document ? (
    <a href={to} download={link.download} className={buttonClass({ tone, wide })}>
      {inside}
    </a>
  ) : (
    <Link
      to={to}
      preventScrollReset={to.startsWith(`${here.pathname}?`)}
      aria-busy={pressed || undefined}
      className={buttonClass({ tone, wide })}
    >
      {inside}
    </Link>
  );
}

/** Target of a link. `document`: loads a document instead of navigating in the app, for files, mail addresses and other sites. */
type LinkTarget = { to: string; document?: boolean; download?: boolean };

type CopyProps = Pick<ButtonStyle, 'tone'> & { text: string; label: string };

/** Text to copy (an address, a link), selected by a click. Scripts add a copy button. */
export function CopyText({ text, label, tone }: CopyProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 basis-40 rounded-control bg-well px-3 py-2.5">
        <Code>{text}</Code>
      </span>
      <CopyButton text={text} label={label} tone={tone} />
    </span>
  );
}

/** Button that copies `text`. Absent without JavaScript, so the adjacent text must be selectable (see `CopyText`). */
export function CopyButton({ text, label, tone }: CopyProps) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <ScriptOnly>
      <Button type="button" tone={tone} icon={copied ? 'check' : 'copy'} onClick={copy} onBlur={() => setCopied(false)}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only">{label}</span>
      </Button>
    </ScriptOnly>
  );
}

/** Control that needs scripts. Its space is reserved from the start, so that nothing moves. */
export const ScriptOnly = ({ children }: { children: ReactNode }) => (
  <span className="noscript:hidden">{children}</span>
);

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 rounded-full border-2 border-current border-t-transparent motion-safe:animate-spin"
    />
  );
}

const buttonKey = (name: string | undefined, value: unknown) => `${name ?? ''}=${value ?? ''}`;
