import { getFormProps } from '@conform-to/react';
import { SupportLink } from '~/features/shell';
import { Button } from '~/ui/Button';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { Columns } from '~/ui/layout/Layout';
import { useActionForm } from '~/web/form/useActionForm';
import type { Profile } from '../queries.server';
import { profileSchema } from '../schema';

const LABELS = {
  firstname: 'First name',
  lastname: 'Last name',
  phonenumber: 'Phone',
  country: 'Country',
  state: 'State or region',
  zipcode: 'Postal code',
  address: 'Address',
  timeZone: 'Time zone',
};

type Props = { profile: Profile; zones: readonly string[]; countries: readonly string[] };

/** What a user says about themself. */
export function ProfileForm({ profile, zones, countries }: Props) {
  const { email, ...defaultValue } = profile;
  const { form, fields } = useActionForm(profileSchema, { id: 'profile', defaultValue });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, LABELS)} />
      <Columns>
        <Field label={LABELS.firstname} {...fieldProps(fields.firstname)} autoComplete="given-name" />
        <Field label={LABELS.lastname} {...fieldProps(fields.lastname)} autoComplete="family-name" />
      </Columns>
      <Field
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
      />
      <Columns>
        <Field
          label={LABELS.phonenumber}
          {...fieldProps(fields.phonenumber)}
          type="tel"
          placeholder="+44"
          autoComplete="tel"
        />
        <SelectField
          label={LABELS.country}
          {...fieldProps(fields.country)}
          required={false}
          autoComplete="country-name"
          placeholder="Not given"
          options={countries.map((name) => ({ value: name, label: name }))}
        />
      </Columns>
      <Columns>
        <Field label={LABELS.state} {...fieldProps(fields.state)} required={false} autoComplete="address-level1" />
        <Field label={LABELS.zipcode} {...fieldProps(fields.zipcode)} required={false} autoComplete="postal-code" />
      </Columns>
      <Field label={LABELS.address} {...fieldProps(fields.address)} required={false} autoComplete="street-address" />
      <SelectField
        label={LABELS.timeZone}
        {...fieldProps(fields.timeZone)}
        required={false}
        hint="What “today” is for you, and the times in your statements."
        placeholder="UTC until you choose one"
        options={zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      />
      <Button tone="primary">Save</Button>
    </PostForm>
  );
}
