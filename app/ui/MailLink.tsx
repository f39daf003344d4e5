import type { ReactNode } from 'react';

/** Returns the address of a new mail to one recipient. The `@` stays literal (RFC 6068): some mail programs don't decode it. */
export const mailtoHref = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;

export const MailLink = ({ address, children }: { address: string; children?: ReactNode }) => (
  <a href={mailtoHref(address)}>{children ?? address}</a>
);
