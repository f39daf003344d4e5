import { mailSupport } from '~/mail/tellUser.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { shownFullName } from '~/platform/fields/plainName';
import type { User } from '~/signIns/session.server';

/** Mails support what a person writes for whom live trading is locked. */
export async function mailAskedForTrading(tx: Handle, user: User, message: string): Promise<void> {
  const name = shownFullName(user);
  await mailSupport(tx, {
    effectKey: `live-trading-asked:${user.id}:${now().getTime()}`,
    subject: `${name} asks for live trading`,
    paragraphs: [`${name} (${user.email}) asks support to open live trading, and writes:`, unlinked(message)],
    page: { label: 'Open the account', href: `/admin/users/${user.id}` },
  });
}

/** A text in which no mail program finds an address to make a link of. */
const unlinked = (text: string): string => text.replaceAll(/[.:/@](?=\S)/g, '$& ');
