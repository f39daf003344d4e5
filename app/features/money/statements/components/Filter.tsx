import type { ReactNode } from 'react';
import { Button } from '~/ui/Button';
import { Field, SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Fold } from '~/ui/layout/Fold';
import { useLocation, useSearchParams } from '~/web/router';
import type { Period } from '../schema';

export function Filter(props: {
  period: Pick<Period, 'input' | 'problems'>;
  zone: string;
  choices?: { value: string; label: string }[];
  children?: ReactNode;
}) {
  const { period, zone, choices } = props;
  const [query] = useSearchParams();
  const { search } = useLocation();
  const show = query.get('show');
  return (
    <Fold label="Filter" open={['show', 'kind', 'from', 'to'].some((name) => query.get(name))}>
      {props.children}
      <GetForm key={search} inline>
        {show && <input type="hidden" name="show" value={show} />}
        {choices && (
          <SelectField
            label="Kind"
            name="kind"
            options={choices}
            placeholder="Any kind"
            defaultValue={query.get('kind') ?? ''}
          />
        )}
        <Field
          label={`From (${zone})`}
          name="from"
          type="date"
          defaultValue={period.input.from}
          errors={period.problems.from}
        />
        <Field
          label={`To (${zone})`}
          name="to"
          type="date"
          defaultValue={period.input.to}
          errors={period.problems.to}
        />
        <Button icon="search">Show</Button>
      </GetForm>
    </Fold>
  );
}
