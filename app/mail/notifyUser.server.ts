import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { notify } from '~/platform/events/index.server';
import { formatGreeting } from '~/platform/fields/plainName';
import { createPublicLink } from '~/platform/installation/site';
import type { MailKind } from './lanes';
import type { Moment } from './moments';
import { enqueueMail } from './outbox.server';

export type Recipient = { id: string; email: string; firstName: string };

type EffectKey = `${MailKind}:${string}`;

const kindOf = (key: EffectKey) => key.slice(0, key.indexOf(':')) as MailKind;

export type Notification = {
  /** Kind and subject, as in `deposit-approved:<id>`. A key is mailed only once. */
  effectKey: EffectKey;
  subject: string;
  /** The first paragraph follows the greeting, so it starts in lower case. */
  paragraphs: readonly [string, ...string[]];
  page: { label: string; href: string };
  /**
   * Important event that is celebrated once on the home page and in the mail. The fragment of the notification's link
   * is its name.
   */
  moment?: { name: Moment; line: string };
  atMostEvery?: number;
  at?: Date;
};

export async function mailNotification(
  tx: Handle,
  user: Recipient,
  { effectKey, subject, paragraphs, page, moment, atMostEvery }: Notification,
): Promise<void> {
  const [first, ...rest] = paragraphs;
  await enqueueMail(tx, {
    effectKey,
    kind: kindOf(effectKey),
    to: user.email,
    subject,
    paragraphs: [`${formatGreeting(user.firstName)} ${first}`, ...rest],
    moment: moment?.line,
    action: { label: page.label, href: createPublicLink(page.href) },
    atMostEvery,
  });
}

export async function mailAndNotify(tx: Handle, user: Recipient, news: Notification, text: string): Promise<void> {
  await mailNotification(tx, user, news);
  const href = news.moment ? `${news.page.href}#${news.moment.name}` : news.page.href;
  await notify(tx, { userId: user.id, text, href, at: news.at });
}

export async function mailSupport(
  tx: Handle,
  { effectKey, subject, paragraphs, page }: Omit<Notification, 'at' | 'paragraphs'> & { paragraphs: string[] },
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `${effectKey}:support`,
    kind: kindOf(effectKey),
    to: env().SUPPORT_EMAIL,
    subject,
    paragraphs,
    action: { label: page.label, href: createPublicLink(page.href) },
  });
}
