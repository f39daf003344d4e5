import { z } from 'zod';
import { emailLine, requiredBy } from '~/platform/fields/line';
import { personNameField, placeNameField, streetField } from '~/platform/fields/nameLine';
import { uploadedFileField } from '~/platform/fields/uploadedFile';

export const KYC_REQUIRED_MESSAGES = {
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
  firstName: personNameField(KYC_REQUIRED_MESSAGES.firstName),
  lastName: personNameField(KYC_REQUIRED_MESSAGES.lastName),
  email: emailLine(KYC_REQUIRED_MESSAGES.email),
  country: requiredBy(placeNameField(), KYC_REQUIRED_MESSAGES.country),
  state: requiredBy(placeNameField(), KYC_REQUIRED_MESSAGES.state),
  postalCode: requiredBy(streetField(20), KYC_REQUIRED_MESSAGES.postalCode),
  address: requiredBy(streetField(300), KYC_REQUIRED_MESSAGES.address),
  document: uploadedFileField(KYC_REQUIRED_MESSAGES.document),
});

export const documentSchema = z.object({ document: uploadedFileField(KYC_REQUIRED_MESSAGES.document) });

export const INCOMPLETE_MESSAGE = { title: 'Incomplete Form', text: 'Please fill all fields and upload a document.' };

export const isIncomplete = (errors: Record<string, string[]>): boolean =>
  Object.entries(KYC_REQUIRED_MESSAGES).some(([name, message]) => errors[name]?.includes(message));
