import { z } from 'zod';
import { KYC_DETAILS } from '~/features/people/kyc/details';
import { KYC_REQUIRED_MESSAGES, kycSchema } from '~/features/people/kyc/schema';
import { line } from '~/platform/fields/line';
import { personNameField, placeNameField } from '~/platform/fields/nameLine';
import { FILES_TOGETHER_TEXT } from '~/uploads/acceptedFiles';
import { defineCall, fileField } from '~/web/guard/call';
import { dateField } from '../answers/dates';
import { okDone } from '../fields';

const { address: _address, ...REQUIRED_OF_EIGHT } = KYC_REQUIRED_MESSAGES;

const REQUIRED_OF_SEVENTEEN = {
  dateOfBirth: 'Enter your date of birth',
  nationality: 'Enter your nationality',
  city: 'Enter your city',
  idType: 'Choose the kind of identity document',
  idNumber: 'Enter the number of your identity document',
  idDocumentFront: 'Upload the front of your identity document',
};

const createOptionalField = <T>(field: z.ZodType<T, string>) =>
  z
    .string()
    .nullish()
    .transform((sent) => sent?.trim() || undefined)
    .pipe(field.optional());

const optionalTextField = createOptionalField(line(100));
const optionalDayField = createOptionalField(dateField.transform((written) => written.slice(0, 10)));
const documentField = (about: string) => fileField('document', createOptionalField(line(2_000)).describe(about));

const { address, document: _document, ...fieldsOfEight } = kycSchema.shape;

/** Clients of the original send no name; the account's name is used. */
const isOfSeventeen = (sent: object): boolean =>
  !['firstName', 'lastName', 'document'].some((name) => isPresent(sent, name)) &&
  [...Object.keys(KYC_DETAILS), 'idDocumentFront'].some((name) => isPresent(sent, name));

const isPresent = (sent: object, field: string): boolean => (sent as Record<string, unknown>)[field] !== undefined;

const requireFields = (fields: Record<string, string>, applies: (sent: object) => boolean) =>
  Object.entries(fields).map(([field, error]) =>
    z.refine<object>((sent) => !applies(sent) || isPresent(sent, field), { error, path: [field], when: () => true }),
  );

const documents = z
  .object({
    ...z.object(fieldsOfEight).partial().shape,
    address,
    document: documentField('The identity document, if the eight fields are sent'),
    middlename: createOptionalField(personNameField('')),
    dateOfBirth: optionalDayField.describe('Such as 5/17/1990, 17.5.1990 or 1990-05-17'),
    nationality: createOptionalField(placeNameField()),
    city: createOptionalField(placeNameField()),
    employmentStatus: optionalTextField,
    occupation: optionalTextField,
    annualIncome: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((sent) => String(sent ?? '').trim() || undefined)
      .pipe(line(100).optional()),
    sourceOfFunds: optionalTextField,
    investmentExperience: optionalTextField,
    idType: optionalTextField,
    idNumber: optionalTextField,
    idExpiry: optionalDayField,
    idDocumentFront: documentField('Its front, if the seventeen fields are sent'),
    idDocumentBack: documentField('Its back, if it has one'),
    proofOfAddress: documentField('Such as a bill with name and address'),
    selfiePhoto: documentField('The person, with the document'),
  })
  .check(
    ...requireFields(REQUIRED_OF_EIGHT, (sent) => !isOfSeventeen(sent)),
    ...requireFields(REQUIRED_OF_SEVENTEEN, isOfSeventeen),
  )
  .meta({
    anyOf: [REQUIRED_OF_EIGHT, REQUIRED_OF_SEVENTEEN].map((fields) => ({ required: Object.keys(fields) })),
  });

export const submitKYC = defineCall({
  name: 'submitKYC',
  about: `Sends identity documents, either in the eight fields of the page or in seventeen others, of which names, email, country, state and postal code must match the account. Files are parts of a multipart body, together at most ${FILES_TOGETHER_TEXT}; a JSON body has the ID, or the URL on this site, of a file uploaded before. URLs of other sites are refused.`,
  method: 'POST',
  who: 'investor',
  input: documents,
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
