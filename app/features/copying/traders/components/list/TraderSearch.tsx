import type { ReactNode } from 'react';
import { Button } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { Field, SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Sheet } from '~/ui/layout/Fold';
import { VisuallyHidden } from '~/ui/Text';
import {
  AGE_CHOICES,
  COPY_MINIMUM_CHOICES,
  MARKET_CHOICES,
  RISK_CHOICES,
  SORT_ORDERS,
  SOURCE_CHOICES,
} from '../../list/filter';
import type { TraderFilter } from '../../list/queries.server';

type Shown = Omit<TraderFilter, 'among'> & { watched: boolean };

const listChosen = ({ market, risk, source, days, minimum }: Shown): number =>
  [market, risk, source, days, minimum].filter((choice) => choice !== undefined).length;

export const isNarrowed = (filter: Shown): boolean =>
  Boolean(filter.search || filter.watched) || listChosen(filter) > 0;

export function describeNoMatch(filter: Shown): string {
  if (!isNarrowed(filter)) return 'There are no traders yet.';
  const { search, watched } = filter;
  if (watched && !search && listChosen(filter) === 0)
    return 'You are not watching any trader yet. Press the star on a trader’s card.';
  return search && !watched && listChosen(filter) === 0
    ? `No trader’s name contains “${search}”.`
    : 'No trader matches these filters.';
}

const text = (choice: number | string | undefined): string => (choice === undefined ? '' : String(choice));

export function TraderSearch({ filter, watches, aside }: { filter: Shown; watches: boolean; aside: ReactNode }) {
  const { search, market, risk, source, days, minimum, order = 'rank', watched } = filter;
  const chosen = listChosen(filter) + Number(watched);
  // Key that recreates the fields when the filter changes, while the surrounding disclosure keeps its state.
  const shown = JSON.stringify(filter);
  const select = (label: string, name: string, options: readonly { value: string; label: string }[], value: string) => (
    <SelectField label={label} name={name} placeholder="All" options={options} defaultValue={value} />
  );
  return (
    <GetForm action="/traders" role="search">
      <div className="flex flex-wrap items-start gap-2">
        <div key={`name ${shown}`} className="flex min-w-0 grow basis-56 gap-2">
          <div className="grow">
            <Field
              label={NAME_FIELD_LABEL}
              bare
              name="search"
              type="search"
              placeholder="Search by name"
              defaultValue={search}
            />
          </div>
          <Button icon="search">
            <VisuallyHidden>Search</VisuallyHidden>
          </Button>
        </div>
        <div key={`order ${shown}`} className="min-w-0 grow basis-56">
          <SelectField label="Order" bare name="order" options={SORT_ORDERS} defaultValue={order} />
        </div>
        <Sheet label={chosen > 0 ? `Filters (${chosen})` : 'Filters'} open={chosen > 0}>
          <div key={shown} className="sheet-fields">
            {select('Market', 'market', MARKET_CHOICES, text(market))}
            {select('Risk', 'risk', RISK_CHOICES, text(risk))}
            {select('Results', 'source', SOURCE_CHOICES, text(source))}
            {select('Record', 'days', AGE_CHOICES, text(days))}
            {select('Minimum', 'minimum', COPY_MINIMUM_CHOICES, text(minimum))}
            {watches && (
              <div className="flex items-end">
                <Checkbox label="Watched only" name="watched" value="1" defaultValue={watched ? '1' : ''} />
              </div>
            )}
            <div className="flex items-end">
              <Button>Show</Button>
            </div>
          </div>
        </Sheet>
        {aside}
      </div>
    </GetForm>
  );
}

const NAME_FIELD_LABEL = 'First or last name';
