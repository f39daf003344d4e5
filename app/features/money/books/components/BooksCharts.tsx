import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { LineChart } from '~/ui/charts/Chart';
import { FoldedPart } from '~/ui/layout/Fold';
import { Grid, Section } from '~/ui/layout/Layout';
import { Time } from '~/ui/tables/Data';
import type { BookDay } from '../internal/bookDays';

const CHART_DEFINITIONS: { name: Exclude<keyof BookDay, 'day'>; label: string; moved?: true }[] = [
  { name: 'liabilities', label: 'Liabilities' },
  { name: 'free', label: 'Free reserve' },
  { name: 'committed', label: 'Committed reserve' },
  { name: 'market', label: 'Market reserve' },
  { name: 'deposits', label: 'Deposits approved a day', moved: true },
  { name: 'withdrawals', label: 'Withdrawals paid a day', moved: true },
];

/** Number of charts that are open on a phone, where all six would fill three screens. */
const CHARTS_OPEN_ON_PHONE = 2;

export function BooksCharts({ days, at, shown }: { days: BookDay[]; at: Date | null; shown: number }) {
  return (
    <Section
      title="Over time"
      lead={
        at ? (
          <>
            Days in UTC, as of <Time at={at} />
          </>
        ) : (
          'Added up within the hour.'
        )
      }
      actions={
        <ChoiceLinks
          label="How far back"
          items={[30, 90].map((n) => ({
            href: n === 30 ? '/admin/books' : `/admin/books?days=${n}`,
            label: `${n} days`,
            current: n === shown,
          }))}
        />
      }
    >
      <Grid>
        {CHART_DEFINITIONS.map(({ name, label, moved }, index) => (
          <FoldedPart key={name} title={label} card open={index < CHARTS_OPEN_ON_PHONE}>
            <LineChart
              label={label}
              format={formatChartUsd}
              points={listPoints(days, name)}
              daily
              note={describeChange(
                days.map((each) => each[name]),
                moved,
              )}
            />
          </FoldedPart>
        ))}
      </Grid>
    </Section>
  );
}

const formatChartUsd = (cents: number): string => formatUsd(BigInt(Math.round(cents)));

/** Returns the sum of daily movements, or the change of a balance: "+$5,240.51 in 30 days". */
const describeChange = (days: number[], isMoved = false): string =>
  `${
    isMoved
      ? formatChartUsd(days.reduce((sum, cents) => sum + cents, 0))
      : formatSignedUsd(BigInt((days.at(-1) ?? 0) - (days[0] ?? 0)))
  } in ${days.length} days`;

/** Returns no points if all values are zero, so that a text replaces the flat line. */
function listPoints(days: BookDay[], name: (typeof CHART_DEFINITIONS)[number]['name']) {
  if (days.every((each) => each[name] === 0)) return [];
  return days.map((each) => ({ at: new Date(`${each.day}T00:00:00Z`), value: each[name] }));
}
