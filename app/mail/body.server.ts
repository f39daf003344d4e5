import { env } from '~/platform/env';
import { openText, sealText } from '~/platform/sealedText';

/** The two parts of a mail that say the same. */
type Body = { text: string; html: string };

const sealing = (id: string) => ({ purpose: 'mails', holder: id }) as const;

/**
 * A mail's body as its row keeps it. Where mails are really sent it is encrypted: it has links that let their holder in, and a copy
 * of the database must hold none that works. Without a mail server the product shows mails by itself, in paper mode.
 * @param id the row's, for which alone it opens
 */
export const keptBody = (id: string, { text, html }: Body): Body =>
  env().SMTP_URL ? { text: sealText(JSON.stringify([text, html]), sealing(id)), html: '' } : { text, html };

/** The body of a mail from its row; null when it was encrypted under a SESSION_SECRET that is not listed any more. */
export function bodyOf({ id, text, html }: { id: string } & Body): Body | null {
  // Only an encrypted one has a text and no HTML; a delivered one that was emptied has neither.
  if (html !== '' || text === '') return { text, html };
  const opened = openText(text, sealing(id));
  if (opened === null) return null;
  const [openedText, openedHtml] = JSON.parse(opened) as [string, string];
  return { text: openedText, html: openedHtml };
}
