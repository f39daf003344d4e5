import { createFreezeLink } from '~/features/people/auth/freeze/freezeLink.server';
import { formatUsd } from '~/ledger/money';
import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { formatGreeting } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import { createPublicLink } from '~/platform/installation/site';
import { lowerFirst } from '~/platform/text/capitalised';
import { utcText } from '~/platform/text/dayText';
import { type FreezePart, UNFREEZE_TEXTS } from '~/signIns/frozen';

type Recipient = { id: string; email: string; firstName: string };

export async function mailAccountClosed(
  tx: Handle,
  user: Recipient,
  { owed, reason }: { owed: bigint; reason?: string },
): Promise<void> {
  const rest =
    owed > 0n
      ? `We owe you ${formatUsd(owed)}, which stays in our books. Write to support to have it paid.`
      : 'It held no money, so nothing is owed to you.';
  await enqueueMail(tx, {
    effectKey: `account-closed:${newId()}`,
    kind: 'account-closed',
    to: user.email,
    subject: 'Account closed',
    paragraphs: [
      `${formatGreeting(user.firstName)} your account was closed${reason ? `: ${reason}` : '.'}`,
      `You can no longer log in, and your copies were stopped. ${rest}`,
    ],
  });
}

export async function mailAccountReopened(tx: Handle, user: Recipient, reason: string): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `account-reopened:${newId()}`,
    kind: 'account-reopened',
    to: user.email,
    subject: 'Your account is open again',
    paragraphs: [
      `${formatGreeting(user.firstName)} your account was opened again: ${reason}`,
      'Its old password no longer works. Choose a new one with the button: we email a link for that to this address.',
      'If you did not ask for this, write to support at once.',
    ],
    action: { label: 'Choose a new password', href: createPublicLink('/passwordreset') },
  });
}

/**
 * Mails the owner that an account, or only its `part`, was unfrozen. Unpaid withdrawals wait until `until`; `mustSetUpAgain`
 * means that sessions, second factor and password were removed.
 */
export async function mailUnfrozen(
  tx: Handle,
  user: Recipient,
  {
    part,
    reason,
    until,
    mustSetUpAgain,
  }: { part?: FreezePart; reason: string; until: Date | null; mustSetUpAgain: boolean },
): Promise<void> {
  const ended = part ? UNFREEZE_TEXTS[part] : 'Your account is no longer frozen';
  const withdrawals = until
    ? `Each withdrawal that is not paid yet waits until ${utcText(until)}.`
    : 'Withdrawals can be approved again.';
  await enqueueMail(tx, {
    effectKey: `account-unfrozen:${newId()}`,
    kind: 'account-unfrozen',
    to: user.email,
    subject: ended,
    paragraphs: [
      `${formatGreeting(user.firstName)} ${lowerFirst(ended)}: ${reason}`,
      mustSetUpAgain
        ? 'Every sign-in has ended, the second factor was turned off, and the password is no longer valid. Choose a new one with "Forgot password?".'
        : '',
      part === 'copying'
        ? 'You can start copies again. If you did not expect this, freeze the account with the button.'
        : `${withdrawals} If this was not you, freeze it with the button.`,
    ],
    action: { label: 'Freeze my account', href: createPublicLink(await createFreezeLink(tx, user.id)) },
  });
}
