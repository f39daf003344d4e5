import { RATINGS, RISK_NAMES } from '~/features/riskRating/components';
import { Field, SelectField } from '~/ui/forms/Field';
import { FilterButtons } from '~/ui/forms/FilterButtons';
import { GetForm } from '~/ui/forms/Form';
import { Sheet } from '~/ui/layout/Fold';
import { useLocation, useSearchParams } from '~/web/router';

const CHOICES = [
  {
    name: 'status',
    label: 'Account',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
    ],
  },
  {
    name: 'email',
    label: 'Email',
    options: [
      { value: 'verified', label: 'Verified' },
      { value: 'unverified', label: 'Not verified' },
    ],
  },
  {
    name: 'risk',
    label: 'Risk rating',
    options: [...RATINGS.map((value) => ({ value, label: RISK_NAMES[value] })), { value: 'none', label: 'Not rated' }],
  },
  {
    name: 'pdt',
    label: 'Live trading',
    options: [
      { value: 'unlocked', label: 'Unlocked' },
      { value: 'locked', label: 'Locked' },
    ],
  },
  {
    name: 'freeze',
    label: 'Freeze',
    options: [
      { value: 'any', label: 'Any' },
      { value: 'account', label: 'Everything' },
      { value: 'withdrawals', label: 'Withdrawals' },
      { value: 'copying', label: 'Copying' },
    ],
  },
  {
    name: 'waits',
    label: 'Waiting',
    options: [
      { value: 'withdrawal', label: 'Withdrawal to decide' },
      { value: 'payment', label: 'Withdrawal to pay' },
      { value: 'deposit', label: 'Deposit to decide' },
      { value: 'kyc', label: 'Identity check to decide' },
    ],
  },
];

export function UsersFilter({ tags }: { tags: string[] }) {
  const { search } = useLocation();
  const [query] = useSearchParams();
  const sort = query.get('sort');
  const choices = tags.length
    ? [...CHOICES, { name: 'tag', label: 'Tag', options: tags.map((tag) => ({ value: tag, label: tag })) }]
    : CHOICES;
  const chosen = choices.filter(({ name }) => query.get(name)).length;
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
      <FilterButtons words="Search" all="/admin/users" isFiltered={search !== ''} />
      <Sheet label={chosen > 0 ? `Filters (${chosen})` : 'Filters'} open={chosen > 0}>
        <div key={search} className="sheet-fields">
          {choices.map((choice) => (
            <SelectField key={choice.name} {...choice} placeholder="All" defaultValue={query.get(choice.name) ?? ''} />
          ))}
        </div>
      </Sheet>
    </GetForm>
  );
}
