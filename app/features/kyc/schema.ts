import { z } from 'zod';
import { emailLine, requiredLine } from '~/platform/form/line';
import { uploadedFile } from '~/platform/form/uploadedFile';

/** What stands beside each field that was left empty. */
const MISSING = {
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  email: 'Enter your email',
  country: 'Enter your country',
  state: 'Enter your state or region',
  postalCode: 'Enter your postal code',
  address: 'Enter your address',
  document: 'Upload a document',
};

export const kycSchema = z.object({
  firstName: requiredLine(MISSING.firstName, 200),
  lastName: requiredLine(MISSING.lastName, 200),
  email: emailLine(MISSING.email),
  country: requiredLine(MISSING.country, 100),
  state: requiredLine(MISSING.state, 100),
  postalCode: requiredLine(MISSING.postalCode, 20),
  address: requiredLine(MISSING.address, 300),
  document: uploadedFile(MISSING.document),
});

/** The spec's words for a form in which something is missing. */
export const INCOMPLETE = { title: 'Incomplete Form', text: 'Please fill all fields and upload a document.' };

/** Is something missing, among all that is wrong with the form? */
export const isIncomplete = (errors: Record<string, string[]>): boolean =>
  Object.entries(MISSING).some(([name, message]) => errors[name]?.includes(message));
