import { asc, eq } from 'drizzle-orm';
import { mail } from '#drizzle/schema';
import type { MailKind } from '~/mail/lanes';
import { openMail } from '~/mail/mailBody.server';
import { read } from '~/platform/db/index.server';

/** Returns the decrypted mails of the outbox, oldest first; with `kind`, only mails of that kind. */
export async function mailsPut(kind?: MailKind) {
  const rows = await read()
    .select()
    .from(mail)
    .where(kind && eq(mail.kind, kind))
    .orderBy(asc(mail.createdAt), asc(mail.id));
  return await Promise.all(
    rows.map(async (row) => {
      const mail = await openMail(row);
      if (typeof mail === 'string') throw new Error(`The mail ${row.effectKey} can't be opened: ${mail}`);
      return { ...row, ...mail };
    }),
  );
}
