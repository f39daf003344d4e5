import { dayText, weekdayText } from '~/platform/text/dayText';
import { Button, LinkButton } from '~/ui/Button';
import { SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { SampleBadge } from '~/ui/landing/Landing';
import { Fold } from '~/ui/layout/Fold';
import { Cluster, Section } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Badge } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import {
  type CalendarEntry,
  COUNTRY_NAMES_BY_CODE,
  type Country,
  CURRENCIES_BY_COUNTRY,
  IMPORTANCE_NAMES,
} from '../../published/internal/calendar';

type Filter = { importance: keyof typeof IMPORTANCE_NAMES | null; country: Country | null };

const toOptions = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

export function Calendar({ entries, filter }: { entries: CalendarEntry[]; filter: Filter }) {
  const sample = entries.some((entry) => entry.sample);
  return (
    <Section
      id="calendar"
      title={<>Economic calendar {sample && <SampleBadge />}</>}
      lead="The next ten days, in UTC. Important ones can move prices within seconds."
    >
      <Fold label="Filter" open={filter.importance !== null || filter.country !== null}>
        <GetForm inline action="/news#calendar">
          <SelectField
            label="Importance"
            name="importance"
            placeholder="All"
            defaultValue={filter.importance === null ? '' : String(filter.importance)}
            options={toOptions(IMPORTANCE_NAMES)}
          />
          <SelectField
            label="Country"
            name="country"
            placeholder="All"
            defaultValue={filter.country ?? ''}
            options={toOptions(COUNTRY_NAMES_BY_CODE)}
          />
          <Cluster>
            <Button>Filter</Button>
            <LinkButton to="/news#calendar" tone="quiet">
              Show all
            </LinkButton>
          </Cluster>
        </GetForm>
      </Fold>
      <Table
        caption="Economic calendar"
        rigid
        rows={entries}
        rowKey={({ id }) => id}
        empty={
          filter.importance === null && filter.country === null
            ? 'There are no dates to show. They appear here as their publisher sends them.'
            : 'Nothing planned matches. Remove a filter.'
        }
        groupOf={({ at }) => `${weekdayText(at)}, ${dayText(at)}`}
        columns={[
          {
            header: 'Time, UTC',
            cell: ({ at }) => <time dateTime={at.toISOString()}>{at.toISOString().slice(11, 16)}</time>,
          },
          { header: 'Currency', cell: ({ country }) => CURRENCIES_BY_COUNTRY[country] },
          {
            header: 'Event',
            cell: ({ title, country, importance }) => (
              <span className="whitespace-normal">
                {title}
                <span className="block text-sm text-muted sm:hidden">
                  {COUNTRY_NAMES_BY_CODE[country]}
                  {importance > 0 && `, ${IMPORTANCE_NAMES[importance]}`}
                </span>
              </span>
            ),
          },
          { header: 'Country', spare: true, cell: ({ country }) => COUNTRY_NAMES_BY_CODE[country] },
          {
            header: 'Importance',
            align: 'end',
            spare: true,
            cell: ({ importance }) =>
              importance ? (
                <Badge tone="accent">{IMPORTANCE_NAMES[importance]}</Badge>
              ) : (
                <Muted>{IMPORTANCE_NAMES[importance]}</Muted>
              ),
          },
        ]}
      />
      <Muted>
        {sample
          ? 'Sample dates that follow the usual rhythm of such publications, not a forecast of them.'
          : 'Dates as their publisher gives them; they do change.'}
      </Muted>
    </Section>
  );
}
