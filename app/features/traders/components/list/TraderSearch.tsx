import { Button } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { Field, SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Fold } from '~/ui/layout/Fold';
import { AGES, MARKETS, MINIMUMS, ORDERS, RISKS, SOURCES } from '../../list/filter';
import type { TraderFilter } from '../../list/queries.server';

type Shown = Omit<TraderFilter, 'among'> & { watched: boolean };

const choicesIn = ({ market, risk, source, days, minimum }: Shown): number =>
  [market, risk, source, days, minimum].filter((choice) => choice !== undefined).length;

/** Is anything left out? */
export const isNarrowed = (filter: Shown): boolean => Boolean(filter.search || filter.watched) || choicesIn(filter) > 0;

/** Why a list is empty. */
export function nothingFound(filter: Shown): string {
  if (!isNarrowed(filter)) return 'There are no traders yet.';
  const { search, watched } = filter;
  if (watched && !search && choicesIn(filter) === 0)
    return 'You are not watching any trader yet. Press the star on a trader’s card.';
  return search && !watched && choicesIn(filter) === 0
    ? `No trader’s name contains “${search}”.`
    : 'No trader matches these filters.';
}

const text = (choice: number | string | undefined): string => (choice === undefined ? '' : String(choice));

/**
 * Searches the traders by name; narrows them by market, risk, kind of results, length of record and minimum, and orders them: on a
 * phone all folded until asked for, so that the first trader is seen at once.
 * @param watches the reader has a list of their own
 */
export function TraderSearch({ filter, watches }: { filter: Shown; watches: boolean }) {
  const { search, market, risk, source, days, minimum, order = 'rank', watched } = filter;
  const chosen = choicesIn(filter);
  // Fields of another choice are new ones; the fold around them stays as it is.
  const shown = JSON.stringify(filter);
  const name = chosen > 0 ? `Search (${chosen} filters)` : 'Search';
  const summary = search && chosen === 0 ? `Search: “${search}”` : name;
  const select = (label: string, name: string, options: readonly { value: string; label: string }[], value: string) => (
    <SelectField label={label} name={name} placeholder="All" options={options} defaultValue={value} />
  );
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      {watches && (
        <ChoiceLinks
          label="Which traders"
          items={[
            { href: '/traders', label: 'All', current: !watched },
            { href: '/traders?watched=1', label: 'Watched', current: watched },
          ]}
        />
      )}
      <div className="grow sm:basis-full">
        <GetForm action="/traders" role="search">
          {watched && <input type="hidden" name="watched" value="1" />}
          <Fold label={summary} open={chosen > 0 || order !== 'rank'}>
            <div key={`name ${shown}`} className="flex flex-wrap items-end gap-3">
              <div className="max-w-md grow basis-44">
                <Field label="First or last name" name="search" type="search" defaultValue={search} />
              </div>
              <Button icon="search">Search</Button>
            </div>
            <div key={shown} className="grid grid-cols-2 gap-4 lg:grid-cols-3">
              {select('Market', 'market', MARKETS, text(market))}
              {select('Risk', 'risk', RISKS, text(risk))}
              {select('Results', 'source', SOURCES, text(source))}
              {select('Record', 'days', AGES, text(days))}
              {select('Minimum', 'minimum', MINIMUMS, text(minimum))}
              <SelectField label="Order" name="order" options={ORDERS} defaultValue={order} />
            </div>
          </Fold>
        </GetForm>
      </div>
    </div>
  );
}
