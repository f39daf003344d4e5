import { Button, LinkButton } from '~/ui/Button';
import { Badge, Time } from '~/ui/Data';
import { SelectField } from '~/ui/Field';
import { GetForm } from '~/ui/Form';
import { Cluster, Section } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import { type CalendarEntry, COUNTRIES, type Country, IMPORTANCE } from '../calendar';

type Filter = { importance: keyof typeof IMPORTANCE | null; country: Country | null };

const options = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

/** Publications that markets wait for, with their two filters. `entries` from `calendar(...)`. */
export function Calendar({ entries, filter }: { entries: CalendarEntry[]; filter: Filter }) {
  return (
    <Section
      id="calendar"
      title="Economic calendar"
      lead="The next ten days, in UTC. Important ones can move prices within seconds."
    >
      <GetForm inline action="/news#calendar">
        <SelectField
          label="Importance"
          name="importance"
          placeholder="All"
          defaultValue={filter.importance === null ? '' : String(filter.importance)}
          options={options(IMPORTANCE)}
        />
        <SelectField
          label="Country"
          name="country"
          placeholder="All"
          defaultValue={filter.country ?? ''}
          options={options(COUNTRIES)}
        />
        <Cluster>
          <Button>Filter</Button>
          <LinkButton to="/news#calendar" tone="quiet">
            Show all
          </LinkButton>
        </Cluster>
      </GetForm>
      <Table
        caption="Economic calendar"
        rows={entries}
        rowKey={({ id }) => id}
        empty="Nothing is planned that fits. Take a filter away."
        columns={[
          { header: 'When', cell: ({ at }) => <Time at={at} /> },
          { header: 'Country', cell: ({ country }) => COUNTRIES[country] },
          { header: 'What', cell: ({ title }) => title },
          {
            header: 'Importance',
            cell: ({ importance }) => (
              <Badge tone={importance ? 'accent' : 'neutral'} icon={importance ? 'warning' : 'dash'}>
                {IMPORTANCE[importance]}
              </Badge>
            ),
          },
          {
            header: 'Source',
            align: 'end',
            cell: ({ sample }) => (
              <Badge tone={sample ? 'warning' : 'neutral'}>{sample ? 'sample' : 'publisher'}</Badge>
            ),
          },
        ]}
      />
      <Muted>
        {entries.some(({ sample }) => sample)
          ? 'Sample dates that follow the usual rhythm of such publications, not a forecast of them.'
          : 'Dates as their publisher gives them; they do change.'}
      </Muted>
    </Section>
  );
}
