import { Field, SelectField } from '~/ui/forms/Field';
import { FilterButtons } from '~/ui/forms/FilterButtons';
import { GetForm } from '~/ui/forms/Form';
import { Fold } from '~/ui/layout/Fold';
import { Cluster } from '~/ui/layout/Layout';
import { useLocation, useSearchParams } from '~/web/router';
import { thingCalled } from '../sentences';

const KINDS = [
  { value: 'admin', label: 'Any administrator' },
  { value: 'investor', label: 'Any investor' },
  { value: 'system', label: 'The system' },
];

const FILTERS = ['actor', 'thing', 'event', 'user', 'amount', 'id', 'from', 'to'];

/** What the audit log is narrowed to: by whom, about what and whom, and between which days; folded on a phone until it is used. */
export function AuditFilter({ things, admins }: { things: string[]; admins: { id: string; name: string }[] }) {
  const { search } = useLocation();
  const [query] = useSearchParams();
  const given = (name: string) => ({ name, defaultValue: query.get(name) ?? '' });
  return (
    <Fold label="Filter" open={FILTERS.some((name) => query.get(name))}>
      <GetForm key={search} inline="columns" action="/admin/audit">
        <SelectField
          label="Who"
          {...given('actor')}
          options={[...KINDS, ...admins.map(({ id, name }) => ({ value: id, label: name }))]}
          placeholder="Anyone"
        />
        <SelectField
          label="What"
          {...given('thing')}
          options={things.map((thing) => ({ value: thing, label: thingCalled(thing) }))}
          placeholder="Anything"
        />
        <Field label="Event, such as approve" {...given('event')} autoComplete="off" />
        <Field label="Person: name, email or ID" {...given('user')} autoComplete="off" />
        <Field label="Amount" {...given('amount')} inputMode="decimal" autoComplete="off" />
        <Field label="Record ID" {...given('id')} autoComplete="off" />
        <Field label="From" {...given('from')} type="date" />
        <Field label="To" {...given('to')} type="date" />
        <Cluster>
          <FilterButtons words="Show" all="/admin/audit" isFiltered={search !== ''} />
        </Cluster>
      </GetForm>
    </Fold>
  );
}
