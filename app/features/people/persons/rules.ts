export type IdentityCheck = {
  firstName: string;
  lastName: string;
  postalCode: string;
  address: string;
  document: string | null;
};

/** Returns whether two approved identity checks are one person's: they have the same document, or the same name and postal address. */
export function areSamePerson(a: IdentityCheck, b: IdentityCheck): boolean {
  if (a.document !== null && a.document === b.document) return true;
  // Without a postal code, equal streets may be in different towns.
  return a.postalCode !== '' && nameOf(a) === nameOf(b) && addressOf(a) === addressOf(b);
}

/** Returns whether two email addresses lead to the same mailbox. The part after a plus sign is only a label. */
export const isSameMailbox = (a: string, b: string): boolean => toMailbox(a) === toMailbox(b);

export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/\+.*$/, '');
  return `${local}${address.slice(at)}`.toLowerCase();
}

/** Returns the words of a name, sorted and without accents and case: `Lee, Ann` equals `ann lée`. */
const nameOf = ({ firstName, lastName }: IdentityCheck): string => wordsOf(`${firstName} ${lastName}`).sort().join(' ');

const addressOf = ({ address, postalCode }: IdentityCheck): string => wordsOf(`${postalCode} ${address}`).join('');

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
