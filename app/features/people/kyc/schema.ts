import { z } from 'zod';
import { emailLine, there } from '~/platform/fields/line';
import { personName, placeName, streetLine } from '~/platform/fields/nameLine';
import { uploadedFile } from '~/platform/fields/uploadedFile';

export const MISSING = {
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
  firstName: personName(MISSING.firstName),
  lastName: personName(MISSING.lastName),
  email: emailLine(MISSING.email),
  country: there(placeName(), MISSING.country),
  state: there(placeName(), MISSING.state),
  postalCode: there(streetLine(20), MISSING.postalCode),
  address: there(streetLine(300), MISSING.address),
  document: uploadedFile(MISSING.document),
});

export const documentSchema = z.object({ document: uploadedFile(MISSING.document) });

export const INCOMPLETE = { title: 'Incomplete Form', text: 'Please fill all fields and upload a document.' };

export const isIncomplete = (errors: Record<string, string[]>): boolean =>
  Object.entries(MISSING).some(([name, message]) => errors[name]?.includes(message));
