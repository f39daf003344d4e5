import { SupportLink } from '~/features/site/components';
import { ZONE_NAMES } from '~/platform/fields/zoneNames';
import { COUNTRY_NAMES } from '~/platform/text/countryNames';
import { Button } from '~/ui/Button';
import { ActionForm, type FormItem } from '~/ui/forms/ActionForm';
import { Field, optionsWithStored, SelectField } from '~/ui/forms/Field';
import { Card } from '~/ui/layout/Layout';
import { DefinitionList, StatusBadge } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import { PROFILE_FIELDS, profileSchema } from '../profileFields';
import type { VerificationFacts as Facts, UserProfile } from '../queries.server';

export const Verification = ({ emailVerified, kyc, pdtUnlocked }: Facts) => (
  <Card title="Account status" lead="You can withdraw without any of these.">
    <DefinitionList
      items={[
        { term: 'Email', detail: <StatusBadge status={emailVerified ? 'verified' : 'not verified'} /> },
        {
          term: <Link to="/kyc">Identity check</Link>,
          detail: <StatusBadge status={kyc === 'none' ? 'not submitted' : kyc} />,
        },
        {
          term: <Link to="/live-trading">Live trading</Link>,
          detail: <StatusBadge status={pdtUnlocked ? 'open' : 'locked'} />,
        },
      ]}
    />
  </Card>
);

const CHOICES_BY_FIELD: Partial<Record<string, readonly string[]>> = { country: COUNTRY_NAMES, timeZone: ZONE_NAMES };

export function ProfileForm({ profile }: { profile: UserProfile }) {
  const { email, ...values } = profile;
  const rows: { row: FormItem[] }[] = [];
  for (const [name, { label, required, isNextToPrevious, control }] of Object.entries(PROFILE_FIELDS)) {
    const names = CHOICES_BY_FIELD[name];
    const choice = names && { as: SelectField, options: optionsWithStored(values[name as keyof typeof values], names) };
    const field = { name, label, required, ...control, ...choice };
    if (isNextToPrevious) rows.at(-1)?.row.push(field);
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
