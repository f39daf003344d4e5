import { hasRight, type Right, type RoleHolder } from '~/signIns/rights';

/** Page about an alert's subject. Holders of `right` see and are mailed the alert; holders of `actRight` can be assigned to it. */
type AlertSubject = { page: string; right: Right; actRight: Right };
type AlertKind = AlertSubject & { title: string };

const BOOKS_SUBJECT: AlertSubject = { page: '/admin/books', right: 'books:read', actRight: 'books:check' };
const JOBS_SUBJECT: AlertSubject = { page: '/admin/jobs', right: 'operation:read', actRight: 'operation:change' };
const PAYMENT_RIGHTS = { right: 'payments:read', actRight: 'payments:decide' } as const;

/** Kinds of alerts. A test compares them with `docs/operations.md`, `/metrics` and `deploy/cluster/alerts.yml`. */
export const ALERTS = {
  'books-off': { title: 'Problems in the books', ...BOOKS_SUBJECT },
  'checkpoint-late': { title: 'Journal entries are not sealed', ...BOOKS_SUBJECT },
  'reserve-low': { title: 'A reserve is low', ...BOOKS_SUBJECT },
  'decision-late': { title: 'A decision is late', page: '/admin', ...PAYMENT_RIGHTS },
  'payment-late': { title: 'A payment is late', page: '/admin/withdrawals', ...PAYMENT_RIGHTS },
  'prices-silent': { title: 'No new prices', ...JOBS_SUBJECT },
  'sign-ins-attacked': {
    title: 'Many wrong passwords',
    page: '/admin/audit',
    right: 'events:read',
    actRight: 'accounts:freeze',
  },
  'mail-failing': { title: 'Mails fail', page: '/admin/outbox', right: 'mails:read', actRight: 'mails:send' },
  'job-late': { title: 'A job is late', ...JOBS_SUBJECT },
  'backup-old': { title: 'The last backup is old', ...JOBS_SUBJECT },
} as const satisfies Record<string, AlertKind>;

export type AlertName = keyof typeof ALERTS;

export const ALERT_NAMES = Object.keys(ALERTS) as AlertName[];

/** Queues with late decisions, by the subject of the alert. */
const QUEUES: Record<string, AlertSubject> = {
  deposit: { page: '/admin/deposits', ...PAYMENT_RIGHTS },
  withdrawal: { page: '/admin/withdrawals', ...PAYMENT_RIGHTS },
  'identity check': { page: '/admin/kyc', right: 'papers:read', actRight: 'papers:decide' },
  'trader application': { page: '/admin/leader-requests', right: 'traders:read', actRight: 'traders:change' },
};

/** Returns an alert's title, with its subject if a kind has several ("A decision is late: deposit"), and its user. */
export function describeAlert({ kind, about }: { kind: string; about: string }): AlertKind {
  const known = (ALERTS as Record<string, AlertKind>)[kind] ?? { title: kind, ...JOBS_SUBJECT, page: '/admin' };
  return kind === 'decision-late' ? { ...known, title: `${known.title}: ${about}`, ...QUEUES[about] } : known;
}

/** Returns the alerts that concern a role: their kinds, and the queues whose late decisions raise an alert. */
export function selectAlertsFor(holder: RoleHolder): { kinds: AlertName[]; queues: string[] } {
  return {
    kinds: ALERT_NAMES.filter((name) => name !== 'decision-late' && hasRight(holder, ALERTS[name].right)),
    queues: Object.entries(QUEUES).flatMap(([about, { right }]) => (hasRight(holder, right) ? [about] : [])),
  };
}

/** Finding of a check. `about` distinguishes alerts of one kind, for example by the name of a job. */
export type AlertFinding = { about: string; message: string };

/** Checks by kind of alert; each needs a few indexed reads. */
export type AlertChecks = Record<AlertName, () => Promise<AlertFinding[]>>;
