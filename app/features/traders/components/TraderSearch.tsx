import { Button } from '~/ui/Button';
import { Field, SelectField } from '~/ui/Field';
import { GetForm } from '~/ui/Form';
import { MARKETS, RISKS, SOURCES } from '../filter';
import type { TraderFilter } from '../queries.server';

/** Is anything left out? */
export const isNarrowed = ({ search, market, risk, source }: TraderFilter): boolean =>
  Boolean(search || market || risk || source);

/** Why a list is empty. */
export function nothingFound(filter: TraderFilter): string {
  if (!isNarrowed(filter)) return 'There are no traders yet.';
  const { search, ...choices } = filter;
  return search && !isNarrowed({ search: '', ...choices })
    ? `No trader’s name has “${search}” in it.`
    : 'No trader fits all of this.';
}

/** Searches the traders by name, and narrows them by market, risk and where results come from. */
export function TraderSearch({ filter }: { filter: TraderFilter }) {
  const { search, market, risk, source } = filter;
  return (
    <GetForm inline action="/traders" role="search" key={`${search} ${market} ${risk} ${source}`}>
      <Field label="First or last name" name="search" type="search" defaultValue={search} />
      <SelectField label="Market" name="market" placeholder="All" options={MARKETS} defaultValue={market ?? ''} />
      <SelectField
        label="Risk"
        name="risk"
        placeholder="All"
        options={RISKS}
        defaultValue={risk === undefined ? '' : String(risk)}
      />
      <SelectField label="Results" name="source" placeholder="All" options={SOURCES} defaultValue={source ?? ''} />
      <Button icon="search">Search</Button>
    </GetForm>
  );
}
