import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { useLocation } from '~/web/router';
import { useChosen } from './chosen';
import { cx } from './cx';
import { usePending } from './forms/Form';
import { Link } from './Link';
import { Icon, type IconName } from './pictures/Icon';
import { Code } from './Text';

const TONES = {
  primary: 'button-primary',
  plain: 'button-plain',
  danger: 'button-danger',
  buy: 'border-profit bg-profit text-on-accent',
  sell: 'border-loss bg-loss text-on-accent',
  quiet: 'button-quiet',
};

type Look = { tone?: keyof typeof TONES; icon?: IconName; wide?: boolean };

const look = ({ tone = 'plain', wide }: Look) => cx('button', TONES[tone], wide && 'w-full');

/** Sends its form. While that form is on its way (with JavaScript) it says so and ignores a second press. */
export function Button({
  tone,
  icon,
  wide,
  children,
  ...button
}: Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  const { sending, by } = usePending();
  const pressed = sending && by === key(button.name, button.value);
  const held = sending && button.type !== 'button';
  return (
    <button
      type="submit"
      {...button}
      aria-disabled={held || undefined}
      aria-busy={pressed || undefined}
      onClick={held ? (event) => event.preventDefault() : button.onClick}
      className={look({ tone, wide })}
    >
      {pressed ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Goes somewhere and looks like a button. A step over the same page, such as a dialog, leaves it where it is scrolled to. */
export function LinkButton({ to, tone, icon, wide, children, ...link }: Look & LinkTarget & { children: ReactNode }) {
  const here = useLocation();
  const chosen = useChosen();
  const pressed = chosen !== here && to.replace(/#.*/, '') === chosen.pathname + chosen.search;
  const inside = (
    <>
      {pressed ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </>
  );
  return link.document ? (
    <a href={to} download={link.download} className={look({ tone, wide })}>
      {inside}
    </a>
  ) : (
    <Link
      to={to}
      preventScrollReset={to.startsWith(`${here.pathname}?`)}
      aria-busy={pressed || undefined}
      className={look({ tone, wide })}
    >
      {inside}
    </Link>
  );
}

/** `document`: leave the app's own navigation, for a file, a mail address or another site. */
type LinkTarget = { to: string; document?: boolean; download?: boolean };

/** Text to take along (an address, a link): selectable by a click, with a copy button once scripts run. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 basis-40 rounded-control bg-well px-3 py-2.5">
        <Code>{text}</Code>
      </span>
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** Copies `text`; absent without JavaScript, so keep the text selectable beside it (`CopyText` does). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <ScriptOnly>
      <Button type="button" icon={copied ? 'check' : 'copy'} onClick={copy} onBlur={() => setCopied(false)}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only">{label}</span>
      </Button>
    </ScriptOnly>
  );
}

/** A control that takes its place at once where scripts run, so that nothing moves when they do, and is not there without them. */
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

const key = (name: string | undefined, value: unknown) => `${name ?? ''}=${value ?? ''}`;
