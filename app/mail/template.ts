import { RISK_WARNING } from '~/platform/installation/risk';
import { PRODUCT_NAME } from '~/platform/text/productName';

export type MailContent = {
  subject: string;
  /** Plain text, one element per paragraph. HTML in it is escaped. */
  paragraphs: string[];
  /** Line about an important event, shown large above the paragraphs. */
  moment?: string;
  items?: { text: string; href?: string }[];
  action?: { label: string; href: string };
};

export type MailSender = {
  isPaperMode: boolean;
  operator: string;
  identity: string[];
  support: string;
};

export type RenderedMail = { subject: string; text: string; html: string };

const PAPER_MARK = 'Paper mode: simulated money';
export const MAX_MAIL_SUBJECT_LENGTH = 200;

/** Renders a subject, and a text and an HTML part with the same content. Throws if the action is not a link with http or https. */
export function renderMail(content: MailContent, sender: MailSender): RenderedMail {
  const plain = {
    subject: oneLine(content.subject),
    paragraphs: content.paragraphs.map(oneLine).filter((paragraph) => paragraph !== ''),
    items: (content.items ?? []).map(({ text, href }) => ({ text: oneLine(text), href: href && webAddress(href) })),
    moment: content.moment && oneLine(content.moment),
    action: content.action && { label: oneLine(content.action.label), href: webAddress(content.action.href) },
  };
  const subject = `${sender.isPaperMode ? '[paper] ' : ''}${plain.subject}`;
  return {
    subject: [...subject].slice(0, MAX_MAIL_SUBJECT_LENGTH).join(''),
    text: renderText(plain, sender),
    html: renderHtml(plain, sender),
  };
}

/** Replaces control characters (forged headers), direction marks (forged reading order) and lone surrogates by spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ').trim();
}

function webAddress(href: string): string {
  const url = new URL(href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`A mail can't link to ${url.protocol}`);
  return url.href;
}

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? '');

const footer = (sender: MailSender): string[] => [
  `Sent by ${[sender.operator, ...sender.identity].map(oneLine).join(', ')}.`,
  ...(sender.isPaperMode ? [] : [RISK_WARNING]),
  `Questions, or not expecting this mail? Write to ${oneLine(sender.support)}.`,
];

function renderText({ paragraphs, items = [], action }: MailContent, sender: MailSender): string {
  const parts = [
    ...(sender.isPaperMode ? [PAPER_MARK] : []),
    ...paragraphs,
    ...items.map(({ text, href }) => (href ? `${text}\n${href}` : text)),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    // Mail programs recognise two dashes and a space as the start of a signature.
    ['-- ', ...footer(sender)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const FONT_STYLE = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Parses a rendered text part, without the notice of paper mode and the footer. */
export function readText(text: string): Pick<MailContent, 'paragraphs' | 'action'> {
  const [body = ''] = text.split('\n\n-- \n');
  const parts = body.trimEnd().split('\n\n');
  const [, label, href] = /^(.*):\n(\S+)$/.exec(parts.at(-1) ?? '') ?? [];
  const paragraphs = parts.slice(0, href ? -1 : undefined).filter((part) => part !== PAPER_MARK);
  return { paragraphs, action: label && href ? { label, href } : undefined };
}

function renderHtml({ subject, paragraphs, moment, items = [], action }: MailContent, sender: MailSender): string {
  const isPaperMode = sender.isPaperMode
    ? `<p style="margin:0;padding:10px 24px;background:#fef3c7;color:#713f12;font-size:14px;font-weight:600">${PAPER_MARK}</p>`
    : '';
  const body = [...paragraphs.map(escapeHtml), ...items.map(itemHtml)]
    .map((content) => `<p style="margin:0 0 16px">${content}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#eef1f5;color:#1f2937;${FONT_STYLE};font-size:16px;line-height:1.55">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border-collapse:collapse;background:#ffffff;text-align:left">
<tr><td style="padding:18px 24px;background:#0f2a4a;color:#ffffff;font-size:18px;font-weight:700">${PRODUCT_NAME}</td></tr>
<tr><td style="padding:0">${isPaperMode}${moment ? momentHtml(moment) : ''}</td></tr>
<tr><td style="padding:28px 24px 12px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#0f2a4a">${escapeHtml(subject)}</h1>
${body}
${action ? buttonHtml(action) : ''}
</td></tr>
<tr><td style="padding:16px 24px 24px;border-top:1px solid #dde3ea;color:#4b5563;font-size:14px;overflow-wrap:anywhere">
${footer(sender)
  .map((line) => `<p style="margin:0 0 6px">${escapeHtml(line)}</p>`)
  .join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Picture of an open book with a tick on the left page and the event on the right page. */
const momentHtml = (moment: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;background:#e8eefb;color:#1a3f99;font-weight:700"><tr>
<td width="30%" align="center" style="padding:22px 0;border-right:2px solid #ffffff;font-size:34px;line-height:1" aria-hidden="true">&#10003;</td>
<td style="padding:22px 24px;font-size:24px;line-height:1.25">${escapeHtml(moment)}</td>
</tr></table>`;

const itemHtml = ({ text, href }: { text: string; href?: string }): string =>
  href
    ? `${escapeHtml(text)}<br><a href="${escapeHtml(href)}" style="color:#1d4ed8">${escapeHtml(href)}</a>`
    : escapeHtml(text);

function buttonHtml({ label, href }: { label: string; href: string }): string {
  return `<p style="margin:8px 0 20px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:13px 22px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:#4b5563;font-size:14px">If the button does nothing, open this address:<br><a href="${escapeHtml(href)}" style="color:#1d4ed8">${escapeHtml(href)}</a></p>`;
}
