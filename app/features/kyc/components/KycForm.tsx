import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { Columns } from '~/ui/layout/Layout';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import { INCOMPLETE, isIncomplete, kycSchema } from '../schema';

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  country: 'Country',
  state: 'State or region',
  postalCode: 'Postal code',
  address: 'Address',
  document: 'Identity document',
};

/** The values that the form begins with: those that were sent last, or those of the profile. */
export type KycDefaults = Partial<Record<Exclude<keyof typeof LABELS, 'document'>, string>>;

/** The form "KYC Submission": eight fields, one of them a file. */
export function KycForm(props: { defaults: KycDefaults; countries: readonly string[]; formKey: string }) {
  const { form, fields, kept, formKey } = useActionForm(kycSchema, {
    id: 'kyc',
    defaultValue: props.defaults,
    formKey: props.formKey,
  });
  const missing = isIncomplete(form.allErrors)
    ? ({ tone: 'warning', title: INCOMPLETE.title, lead: INCOMPLETE.text } as const)
    : {};
  return (
    <PostForm {...getFormProps(form)} formKey={formKey} multipart>
      <ErrorSummary {...missing} errors={problemsOf(form, LABELS)} />
      {/* The same values may be sent again right after a rejection. The state table refuses a second check while one waits. */}
      <input type="hidden" name="_again" value="1" />
      <Columns>
        <Field label={LABELS.firstName} {...fieldProps(fields.firstName)} autoComplete="given-name" />
        <Field label={LABELS.lastName} {...fieldProps(fields.lastName)} autoComplete="family-name" />
      </Columns>
      <Field label={LABELS.email} {...fieldProps(fields.email)} type="email" autoComplete="email" />
      <Columns>
        <SelectField
          label={LABELS.country}
          {...fieldProps(fields.country)}
          autoComplete="country-name"
          placeholder="Choose your country"
          options={props.countries.map((name) => ({ value: name, label: name }))}
        />
        <Field label={LABELS.state} {...fieldProps(fields.state)} autoComplete="address-level1" />
      </Columns>
      <Columns>
        <Field label={LABELS.postalCode} {...fieldProps(fields.postalCode)} autoComplete="postal-code" />
        <Field label={LABELS.address} {...fieldProps(fields.address)} autoComplete="street-address" />
      </Columns>
      <FileField
        id={fields.document.id}
        name={fields.document.name}
        errors={fields.document.errors}
        label={LABELS.document}
        hint={`A passport, identity card or driving licence: ${acceptedText('document')}. Only you and management can see it.`}
        accept={acceptAttribute('document')}
        kept={kept.document}
        sends="document"
        required
      />
      <Button tone="primary">Send documents</Button>
    </PostForm>
  );
}
