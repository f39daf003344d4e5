import { CANDLE_LABELS } from '~/market/feed/candleLabels';
import { capitalise } from '~/platform/text/capitalised';
import { cx } from '~/ui/cx';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Columns, Grid, Stack } from '~/ui/layout/Layout';
import { Icon } from '~/ui/pictures/Icon';
import { Muted } from '~/ui/Text';
import { Badge } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { TechnicalView } from '../../analysis/analysis.server';
import type { IndicatorReading, Verdict } from '../../analysis/internal/technical';
import { formatPrice } from '../../format';
import { getCommonName } from '../../naming';
import { PriceNote } from '../prices/PriceNote';

const VERDICT_TONES = { buy: 'good', sell: 'bad', neutral: 'neutral' } as const;
const VERDICT_ICONS = { buy: 'arrow-up', sell: 'arrow-down', neutral: 'dash' } as const;

const VERDICT_COLOURS = { buy: 'text-profit', sell: 'text-loss', neutral: 'text-muted' };

const VerdictText = ({ verdict, children }: { verdict: Verdict; children: string }) => (
  <Badge tone={VERDICT_TONES[verdict]} icon={VERDICT_ICONS[verdict]}>
    {children}
  </Badge>
);

const parseVerdict = (text: string): Verdict => (/buy/i.test(text) ? 'buy' : /sell/i.test(text) ? 'sell' : 'neutral');

export const VerdictBadge = ({ verdictText }: { verdictText: string }) => (
  <VerdictText verdict={parseVerdict(verdictText)}>{verdictText}</VerdictText>
);

function LargeVerdict({ verdictText }: { verdictText: string }) {
  const side = parseVerdict(verdictText);
  return (
    <strong className={cx('flex items-center gap-2 text-3xl', VERDICT_COLOURS[side])}>
      <Icon name={VERDICT_ICONS[side]} />
      {capitalise(verdictText)}
    </strong>
  );
}

export function TechnicalSummary({ view }: { view: TechnicalView }) {
  const { row, averages, oscillators, counts, timeframe } = view;
  if (averages.length + oscillators.length === 0)
    return <Muted>Not enough prices yet for {getCommonName(row.instrument)}.</Muted>;
  const columns = [
    { header: 'Rule', cell: ({ name }: IndicatorReading) => name },
    {
      header: 'Figure',
      align: 'end' as const,
      cell: ({ value }: IndicatorReading) => formatPrice(value, row.instrument),
    },
    {
      header: 'Says',
      align: 'end' as const,
      cell: ({ verdict }: IndicatorReading) => <VerdictText verdict={verdict}>{verdict}</VerdictText>,
    },
  ];
  return (
    <Stack>
      <div>
        <p>
          {getCommonName(row.instrument)}, {CANDLE_LABELS[timeframe]}:
        </p>
        <LargeVerdict verdictText={view.overall} />
      </div>
      <Columns>
        <Table
          caption={`What the rules say about ${getCommonName(row.instrument)}`}
          narrow
          rows={[
            { rules: 'All rules', count: counts.all },
            { rules: 'Moving averages', count: counts.averages },
            { rules: 'Oscillators', count: counts.oscillators },
          ]}
          rowKey={({ rules }) => rules}
          columns={[
            { header: 'Rules', cell: ({ rules }) => rules },
            { header: 'Buy', align: 'end', cell: ({ count }) => count.buy },
            { header: 'Neutral', align: 'end', cell: ({ count }) => count.neutral },
            { header: 'Sell', align: 'end', cell: ({ count }) => count.sell },
          ]}
        />
        <Stack>
          <p>
            This counts textbook rules over past prices. It knows nothing about tomorrow and is not advice to buy or
            sell anything.
          </p>
          <PriceNote rows={[row]} />
        </Stack>
      </Columns>
      <Disclosure summary="Show every rule">
        <Grid cell="large">
          <Table caption="Moving averages" rows={averages} rowKey={({ name }) => name} columns={columns} />
          <Table caption="Oscillators" rows={oscillators} rowKey={({ name }) => name} columns={columns} />
        </Grid>
      </Disclosure>
    </Stack>
  );
}
