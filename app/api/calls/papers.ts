import { z } from 'zod';
import { KYC_DETAILS } from '~/features/kyc/details';
import { kycSchema, MISSING } from '~/features/kyc/schema';
import { line, personName, placeName } from '~/platform/fields/line';
import { defineCall, fileField } from '~/web/guard/call';
import { dateField } from '../answers/dates';
import { okDone } from '../fields';

/** What has to be there of the specification's eight fields. */
const NEEDED_OF_EIGHT: Record<string, string> = MISSING;

/** What has to be there of the seventeen that clients of the original send. */
const NEEDED_OF_SEVENTEEN: Record<string, string> = {
  dateOfBirth: 'Enter your date of birth',
  nationality: 'Enter your nationality',
  city: 'Enter your city',
  address: MISSING.address,
  idType: 'Choose the kind of your identity document',
  idNumber: 'Enter the number of your identity document',
  idDocumentFront: 'Upload the front of your identity document',
};

/** A field that may be left out, empty or null. */
const maybe = <T>(field: z.ZodType<T, string>) =>
  z
    .string()
    .nullish()
    .transform((sent) => sent?.trim() || undefined)
    .pipe(field.optional());

const words = maybe(line(100));
const day = maybe(dateField.transform((written) => written.slice(0, 10)));
const paper = (about: string) => fileField('document', maybe(line(2_000)).describe(about));

const { address, document: _, ...ofEight } = kycSchema.shape;

const papers = z
  .object({
    ...z.object(ofEight).partial().shape,
    address,
    document: paper('The identity document, where the eight fields are sent'),
    middlename: maybe(personName('')),
    dateOfBirth: day.describe('As in 5/17/1990, 17.5.1990 or 1990-05-17'),
    nationality: maybe(placeName()),
    city: maybe(placeName()),
    employmentStatus: words,
    occupation: words,
    annualIncome: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((sent) => String(sent ?? '').trim() || undefined)
      .pipe(line(100).optional()),
    sourceOfFunds: words,
    investmentExperience: words,
    idType: words,
    idNumber: words,
    idExpiry: day,
    idDocumentFront: paper('Its front, where the seventeen fields are sent'),
    idDocumentBack: paper('Its back, if it has one'),
    proofOfAddress: paper('Such as a bill with name and address'),
    selfiePhoto: paper('The person, with the document'),
  })
  .superRefine((sent: Record<string, unknown>, context) => {
    const needed = isOfSeventeen(sent) ? NEEDED_OF_SEVENTEEN : NEEDED_OF_EIGHT;
    for (const [field, message] of Object.entries(needed)) {
      if (sent[field] === undefined) context.addIssue({ code: 'custom', message, path: [field] });
    }
  })
  .meta({
    anyOf: [NEEDED_OF_EIGHT, NEEDED_OF_SEVENTEEN].map((needed) => ({ required: Object.keys(needed) })),
  });

/** Clients of the original send no name: it is the account's. */
const isOfSeventeen = (sent: Record<string, unknown>): boolean =>
  ['firstName', 'lastName', 'document'].every((name) => sent[name] === undefined) &&
  [...Object.keys(KYC_DETAILS), 'idDocumentFront'].some((name) => sent[name] !== undefined);

export const submitKYC = defineCall({
  name: 'submitKYC',
  about:
    'Sends identity papers, in the eight fields of the page or in seventeen others, where names, email, country, state and postal code are the account’s. Files come in a multipart body, together at most 10 MB; in JSON stands the id, or the address here, of one that was sent before. Addresses of other sites are refused.',
  method: 'POST',
  who: 'investor',
  input: papers,
  output: okDone,
  failure: 'number',
  once: 'filed',
  example: {
    firstName: 'Ivy',
    lastName: 'Hart',
    email: 'ivy@example.com',
    country: 'United Kingdom',
    state: 'London',
    postalCode: 'N1 9GU',
    address: '1 Canal Street',
    document: '@papers.pdf',
  },
});
