type Person = { firstName: string; lastName: string; email: string; phone: string };

const normalizeMailbox = (email: string) => email.replace(/\+[^@]*(?=@)/, '').toLowerCase();

const phoneDigits = (phone: string) => phone.replace(/\D/g, '').replace(/^0+/, '');
const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.toLowerCase();

/** Returns whether two accounts belong to one person: they have the same mailbox, or the same name and phone number. */
export function isSamePerson(a: Person, b: Person): boolean {
  if (normalizeMailbox(a.email) === normalizeMailbox(b.email)) return true;
  // Two people without a phone number are not the same person because of that.
  return fullName(a) === fullName(b) && phoneDigits(a.phone) !== '' && phoneDigits(a.phone) === phoneDigits(b.phone);
}
