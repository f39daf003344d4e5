import { Field, SelectField } from '~/ui/forms/Field';
import { FilterButtons } from '~/ui/forms/FilterButtons';
import { GetForm } from '~/ui/forms/Form';
import { Fold, Sheet } from '~/ui/layout/Fold';
import { useLocation, useSearchParams } from '~/web/router';

const ACTOR_KINDS = [
  { value: 'admin', label: 'Any administrator' },
  { value: 'investor', label: 'Any investor' },
  { value: 'system', label: 'The system' },
];

const COMMON_FILTERS = ['actor', 'thing', 'user'];
const RARE_FILTERS = ['event', 'reason', 'amount', 'id', 'from', 'to'];

export function AuditFilter({
  things,
  admins,
}: {
  things: { value: string; label: string }[];
  admins: { id: string; name: string }[];
}) {
  const { search } = useLocation();
  const [query] = useSearchParams();
  const seldom = RARE_FILTERS.filter((name) => query.get(name)).length;
  const getFieldProps = (name: string) => ({ name, defaultValue: query.get(name) ?? '' });
  return (
    <Fold label="Filter" open={seldom > 0 || COMMON_FILTERS.some((name) => query.get(name))}>
      <GetForm key={search} inline action="/admin/audit">
        <SelectField
          label="Who"
          {...getFieldProps('actor')}
          options={[...ACTOR_KINDS, ...admins.map(({ id, name }) => ({ value: id, label: name }))]}
          placeholder="Anyone"
        />
        <SelectField label="What" {...getFieldProps('thing')} options={things} placeholder="Anything" />
        <Field label="Name, email or ID" {...getFieldProps('user')} autoComplete="off" />
        <FilterButtons submitLabel="Show" all="/admin/audit" isFiltered={search !== ''} />
        <Sheet label={seldom > 0 ? `More filters (${seldom})` : 'More filters'} open={seldom > 0}>
          <div className="sheet-fields">
            <Field label="Event, such as approve" {...getFieldProps('event')} autoComplete="off" />
            <Field label="Text in the reason" {...getFieldProps('reason')} autoComplete="off" />
            <Field label="Amount" {...getFieldProps('amount')} inputMode="decimal" autoComplete="off" />
            <Field label="Record ID" {...getFieldProps('id')} autoComplete="off" />
            <Field label="From" {...getFieldProps('from')} type="date" />
            <Field label="To" {...getFieldProps('to')} type="date" />
          </div>
        </Sheet>
      </GetForm>
    </Fold>
  );
}
