import type { Right } from '~/signIns/rights';

type AlertKind = { title: string; page: string; right: Right };

/** Kinds of alerts. A test compares them with `docs/operations.md`, `/metrics` and `deploy/cluster/alerts.yml`. */
export const ALERTS = {
  'books-off': { title: 'The books are off', page: '/admin/books', right: 'books:read' },
  'checkpoint-late': { title: 'Journal entries are not sealed', page: '/admin/books', right: 'books:read' },
  'reserve-low': { title: 'A reserve is low', page: '/admin/books', right: 'books:read' },
  'decision-late': { title: 'A decision is late', page: '/admin', right: 'payments:read' },
  'payment-late': { title: 'A payment is late', page: '/admin/withdrawals', right: 'payments:read' },
  'prices-silent': { title: 'Prices are silent', page: '/admin/jobs', right: 'operation:read' },
  'sign-ins-attacked': { title: 'Passwords are tried', page: '/admin/audit', right: 'events:read' },
  'mail-failing': { title: 'Mails fail', page: '/admin/outbox', right: 'mails:read' },
  'job-late': { title: 'A job is late', page: '/admin/jobs', right: 'operation:read' },
  'backup-old': { title: 'The last backup is old', page: '/admin/jobs', right: 'operation:read' },
} as const satisfies Record<string, AlertKind>;

export type AlertName = keyof typeof ALERTS;

export const ALERT_NAMES = Object.keys(ALERTS) as AlertName[];

export const alertKind = (name: string): AlertKind =>
  (ALERTS as Record<string, AlertKind>)[name] ?? { title: name, page: '/admin', right: 'operation:read' };

const QUEUES: Record<string, string> = {
  deposit: '/admin/deposits',
  withdrawal: '/admin/withdrawals',
  'identity check': '/admin/kyc',
  'trader application': '/admin/leader-requests',
};

/** Returns an alert's title, with what is late where several things can be: "A decision is late: deposit". */
export const alertTitle = ({ kind, about }: { kind: string; about: string }): string =>
  kind === 'decision-late' ? `${alertKind(kind).title}: ${about}` : alertKind(kind).title;

export const alertPage = ({ kind, about }: { kind: string; about: string }): string =>
  (kind === 'decision-late' ? QUEUES[about] : undefined) ?? alertKind(kind).page;

/** Finding; `about` distinguishes alerts of one kind, as by the name of the job. */
export type Off = { about: string; words: string };

/** Checks of each kind of alert, a few indexed reads each. */
export type AlertChecks = Record<AlertName, () => Promise<Off[]>>;
