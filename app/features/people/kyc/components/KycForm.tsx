import type { z } from 'zod';
import { COUNTRY_NAMES } from '~/platform/text/countryNames';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { optionsWithStored, SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { documentSchema, INCOMPLETE_MESSAGE, isIncomplete, kycSchema } from '../schema';

export const DocumentForm = ({ shows, formKey }: { shows: string; formKey: string }) => (
  <ActionForm
    schema={documentSchema}
    id="paper"
    formKey={formKey}
    fields={[
      {
        as: FileField,
        name: 'document',
        label: shows,
        hint: `${acceptedText('document')}. Only you and management can see it.`,
        accept: acceptAttribute('document'),
        sends: 'document',
        required: true,
      },
    ]}
  >
    <Button tone="primary">Send this document</Button>
  </ActionForm>
);

export type KycDefaults = Partial<Record<Exclude<keyof z.input<typeof kycSchema>, 'document'>, string>>;

export function KycForm(props: { defaults: KycDefaults; formKey: string }) {
  return (
    <ActionForm
      schema={kycSchema}
      id="kyc"
      formKey={props.formKey}
      values={props.defaults}
      // The same values may be sent again after a rejection. The state table refuses a second check while one waits.
      hidden={{ _again: '1' }}
      summary={(errors) =>
        isIncomplete(errors) ? { tone: 'warning', title: INCOMPLETE_MESSAGE.title, lead: INCOMPLETE_MESSAGE.text } : {}
      }
      fields={[
        {
          row: [
            { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
            { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
          ],
        },
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
        {
          row: [
            {
              as: SelectField,
              name: 'country',
              label: 'Country',
              autoComplete: 'country-name',
              placeholder: 'Choose your country',
              options: optionsWithStored(props.defaults.country, COUNTRY_NAMES),
            },
            { name: 'state', label: 'State or region', autoComplete: 'address-level1' },
          ],
        },
        {
          row: [
            { name: 'postalCode', label: 'Postal code', autoComplete: 'postal-code' },
            { name: 'address', label: 'Address', autoComplete: 'street-address' },
          ],
        },
        {
          as: FileField,
          name: 'document',
          label: 'Identity document',
          hint: `A passport, identity card or driving licence: ${acceptedText('document')}. Only you and management can see it.`,
          accept: acceptAttribute('document'),
          sends: 'document',
          required: true,
        },
      ]}
    >
      <Button tone="primary">Send documents</Button>
    </ActionForm>
  );
}
