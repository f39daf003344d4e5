type Person = { firstName: string; lastName: string; email: string; phone: string };

const mailbox = (email: string) => email.replace(/\+[^@]*(?=@)/, '').toLowerCase();

const digits = (phone: string) => phone.replace(/\D/g, '').replace(/^0+/, '');
const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.toLowerCase();

/** Returns whether two accounts belong to one person: they have the same mailbox, or the same name and phone number. */
export function isSamePerson(a: Person, b: Person): boolean {
  if (mailbox(a.email) === mailbox(b.email)) return true;
  // Two people without a phone number are not the same person because of that.
  return fullName(a) === fullName(b) && digits(a.phone) !== '' && digits(a.phone) === digits(b.phone);
}
