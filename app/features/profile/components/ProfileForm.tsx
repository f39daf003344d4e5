import { SupportLink } from '~/features/shell';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Field, SelectField } from '~/ui/forms/Field';
import type { Profile } from '../queries.server';
import { profileSchema } from '../schema';

type Props = { profile: Profile; zones: readonly string[]; countries: readonly string[] };

/** What a user says about themself. */
export function ProfileForm({ profile, zones, countries }: Props) {
  const { email, ...defaultValue } = profile;
  return (
    <ActionForm
      schema={profileSchema}
      id="profile"
      values={defaultValue}
      fields={[
        {
          row: [
            { name: 'firstname', label: 'First name', autoComplete: 'given-name' },
            { name: 'lastname', label: 'Last name', autoComplete: 'family-name' },
          ],
        },
        <Field
          key="email"
          label="Email"
          name="_email"
          defaultValue={email}
          hint={
            <>
              You log in with it, so it can’t be changed here. Write to <SupportLink /> if you have lost it.
            </>
          }
          autoComplete="email"
          readOnly
        />,
        {
          row: [
            { name: 'phonenumber', label: 'Phone', type: 'tel', placeholder: '+44', autoComplete: 'tel' },
            {
              as: SelectField,
              name: 'country',
              label: 'Country',
              required: false,
              autoComplete: 'country-name',
              placeholder: 'Not given',
              options: countries.map((name) => ({ value: name, label: name })),
            },
          ],
        },
        {
          row: [
            { name: 'state', label: 'State or region', required: false, autoComplete: 'address-level1' },
            { name: 'zipcode', label: 'Postal code', required: false, autoComplete: 'postal-code' },
          ],
        },
        { name: 'address', label: 'Address', required: false, autoComplete: 'street-address' },
        {
          as: SelectField,
          name: 'timeZone',
          label: 'Time zone',
          required: false,
          hint: 'What “today” is for you, and the times in your statements.',
          placeholder: 'UTC until you choose one',
          options: zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
        },
      ]}
    >
      <Button tone="primary">Save</Button>
    </ActionForm>
  );
}
