import { SupportLink } from '~/features/site/components';
import { Button } from '~/ui/Button';
import { ActionForm, type FormItem } from '~/ui/forms/ActionForm';
import { Field, SelectField } from '~/ui/forms/Field';
import { PROFILE_FIELDS, profileSchema } from '../profileFields';
import type { UserProfile } from '../queries.server';

type Props = { profile: UserProfile; zones: readonly string[]; countries: readonly string[] };

export function ProfileForm({ profile, zones, countries }: Props) {
  const { email, ...values } = profile;
  const choices: Partial<Record<string, readonly string[]>> = { country: countries, timeZone: zones };
  const rows: { row: FormItem[] }[] = [];
  for (const [name, { label, required, beside, control }] of Object.entries(PROFILE_FIELDS)) {
    const options = choices[name]?.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
    const field = { name, label, required, ...control, ...(options && { as: SelectField, options }) };
    if (beside) rows.at(-1)?.row.push(field);
    else rows.push({ row: [field] });
  }
  const [names, ...rest] = rows.map(({ row }) => (row.length > 1 ? { row } : row[0]));
  return (
    <ActionForm
      schema={profileSchema}
      id="profile"
      values={values}
      fields={[
        names,
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
        ...rest,
      ]}
    >
      <Button tone="primary">Save</Button>
    </ActionForm>
  );
}
