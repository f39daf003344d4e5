import { inArray } from 'drizzle-orm';
import { administrator, type mail as mailTable, staffInvitation, token, user } from '#drizzle/schema';
import { AlteredRowError, type Handle, write } from '~/platform/db/index.server';
import { verified as verifiedRows } from '~/platform/db/verified.server';
import { env } from '~/platform/env';
import { hashSecret } from '~/platform/ids';
import { calculateFingerprint } from '~/platform/mac';
import { decryptText, encryptText } from '~/platform/sealedText';
import { escapeHtml, MAX_MAIL_SUBJECT_LENGTH } from './template';

/*
 * Mail bodies as stored. If mails are really sent, bodies are encrypted with the destination as associated data, so
 * that an altered row can't redirect them.
 */

type MailRow = typeof mailTable.$inferSelect;

export type MailBody = { text: string; html: string };

type MailHead = Pick<MailRow, 'id' | 'effectKey' | 'kind' | 'recipient' | 'subject' | 'createdAt'>;

/** Mail whose recipient, subject and body were verified. Only `openMail` creates it, and only such mails are sent. */
export type VerifiedMail = MailHead & MailBody & { readonly verified: unique symbol };

export type MailFlaw = 'altered' | 'unknown-secret';

/** First part of an encrypted body, before the name of its key. Bodies of version 1.0.0 have neither. */
const BODY_FORMAT = '2';

const bodyBinding = ({ id, effectKey, kind, recipient, subject, createdAt }: MailHead) =>
  ({
    purpose: 'mails',
    holder: JSON.stringify([id, effectKey, kind, recipient, subject, createdAt.getTime()]),
  }) as const;

const keyName = (secret: string): string => calculateFingerprint(secret, 'session').slice(0, 8);

/** Encrypts a body for its row. In paper mode without a mail server it stays readable, since nothing is sent. */
export const sealMail = (head: MailHead, { text, html }: MailBody): MailBody =>
  env().SMTP_URL
    ? {
        text: [
          BODY_FORMAT,
          keyName(env().SESSION_SECRET),
          encryptText(JSON.stringify([text, html]), bodyBinding(head)),
        ].join('.'),
        html: '',
      }
    : { text, html };

export async function openMail(row: MailRow, tx?: Handle): Promise<VerifiedMail | MailFlaw> {
  const { text, html } = row;
  // An installation that sends mails refuses both delivered, emptied mails and unencrypted ones.
  if (html !== '' || text === '') return env().SMTP_URL ? 'altered' : asVerified(row, { text, html });
  const [format, key, sealed] = text.split('.');
  if (key === undefined || sealed === undefined) return await openVersion1Body(row, tx);
  const { SESSION_SECRET, SESSION_SECRETS_OLD } = env();
  if (![SESSION_SECRET, ...SESSION_SECRETS_OLD].some((secret) => keyName(secret) === key)) return 'unknown-secret';
  const opened = format === BODY_FORMAT ? decryptText(sealed, bodyBinding(row)) : null;
  return opened === null ? 'altered' : asVerified(row, parseBody(opened));
}

const asVerified = (row: MailHead, body: MailBody) => ({ ...row, ...body }) as VerifiedMail;

function parseBody(opened: string): MailBody {
  const [text, html] = JSON.parse(opened) as [string, string];
  return { text, html };
}

const SECRET_LINKS = /https?:\/\/\S*[/=]([\w-]{43})(?![\w-])/g;

/**
 * Opens a body of version 1.0.0. The HTML part must contain the subject, and secrets in its links must belong to the
 * recipient.
 */
async function openVersion1Body(row: MailRow, tx?: Handle): Promise<VerifiedMail | MailFlaw> {
  const opened = decryptText(row.text, { purpose: 'mails', holder: row.id });
  if (opened === null) return 'unknown-secret';
  const body = parseBody(opened);
  const title = `<title>${escapeHtml(row.subject.replace(/^\[paper\] /, ''))}`;
  if (!body.html.includes(row.subject.length < MAX_MAIL_SUBJECT_LENGTH ? `${title}</title>` : title)) return 'altered';
  const hashes = new Set([...body.text.matchAll(SECRET_LINKS)].map(([, secret = '']) => hashSecret(secret)));
  const owners = await (tx ? ownersOf(tx, [...hashes]) : write((own) => ownersOf(own, [...hashes])));
  return [...hashes].every((hash) => owners.get(hash) === row.recipient) ? asVerified(row, body) : 'altered';
}

async function ownersOf(tx: Handle, hashes: string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  try {
    const tokens = await tx.select().from(token).where(inArray(token.hash, hashes));
    const ids = tokens.map(({ userId }) => userId);
    const people = [
      ...(await verifiedRows(tx, user, inArray(user.id, ids))),
      ...(await verifiedRows(tx, administrator, inArray(administrator.id, ids))),
    ];
    const addresses = new Map(people.map(({ id, email }) => [id, email]));
    const invitations = await verifiedRows(tx, staffInvitation, inArray(staffInvitation.tokenHash, hashes));
    return new Map([
      ...tokens.map(({ hash, userId }) => [hash, addresses.get(userId) ?? ''] as const),
      ...invitations.map(({ tokenHash, email }) => [tokenHash, email] as const),
    ]);
  } catch (error) {
    if (error instanceof AlteredRowError) return new Map();
    throw error;
  }
}
