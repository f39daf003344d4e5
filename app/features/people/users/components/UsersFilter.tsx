import { RISK_NAMES } from '~/features/people/riskRating/rating';
import { Field, SelectField } from '~/ui/forms/Field';
import { FilterButtons } from '~/ui/forms/FilterButtons';
import { GetForm } from '~/ui/forms/Form';
import { Sheet } from '~/ui/layout/Fold';
import { useLocation, useSearchParams } from '~/web/router';

const FILTER_CHOICES: Record<string, { label: string; options: Record<string, string> }> = {
  status: { label: 'Account', options: { open: 'Open', closed: 'Closed' } },
  email: { label: 'Email', options: { verified: 'Verified', unverified: 'Not verified' } },
  risk: { label: 'Risk rating', options: { ...RISK_NAMES, none: 'Not rated' } },
  pdt: { label: 'Live trading', options: { unlocked: 'Unlocked', locked: 'Locked' } },
  freeze: {
    label: 'Freeze',
    options: { any: 'Any', account: 'Everything', withdrawals: 'Withdrawals', copying: 'Copying' },
  },
  waits: {
    label: 'Waiting',
    options: {
      withdrawal: 'Withdrawal to decide',
      payment: 'Withdrawal to pay',
      deposit: 'Deposit to decide',
      kyc: 'Identity check to decide',
    },
  },
};

export function UsersFilter({ tags }: { tags: string[] }) {
  const { search } = useLocation();
  const [query] = useSearchParams();
  const sort = query.get('sort');
  const tag = { label: 'Tag', options: Object.fromEntries(tags.map((each) => [each, each])) };
  const choices = Object.entries({ ...FILTER_CHOICES, ...(tags.length > 0 && { tag }) });
  const chosen = choices.filter(([name]) => query.get(name)).length;
  return (
    <GetForm inline action="/admin/users">
      <Field
        key={`q ${search}`}
        label="Name, email or username"
        name="q"
        type="search"
        defaultValue={query.get('q') ?? ''}
      />
      {sort && <input type="hidden" name="sort" value={sort} />}
      <FilterButtons submitLabel="Search" all="/admin/users" isFiltered={search !== ''} />
      <Sheet label={chosen > 0 ? `Filters (${chosen})` : 'Filters'} open={chosen > 0}>
        <div key={search} className="sheet-fields">
          {choices.map(([name, { label, options }]) => (
            <SelectField
              key={name}
              name={name}
              label={label}
              options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
              placeholder="All"
              defaultValue={query.get(name) ?? ''}
            />
          ))}
        </div>
      </Sheet>
    </GetForm>
  );
}
