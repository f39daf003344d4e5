import { toBps } from '~/platform/text/percent';
import { type Tile, Treemap } from '~/ui/charts/Treemap';
import { Card, Stack } from '~/ui/layout/Layout';
import { MarketState } from '~/ui/messages/MarketState';
import { Empty } from '~/ui/tables/Data';
import { HeatTable } from '~/ui/tables/HeatTable';
import type { HeatMapsView } from '../../analysis/analysis.server';
import { formatBillions } from '../../format';
import { createMovingAttribute } from '../../live/internal/movingPrices';
import type { PriceRow } from '../../queries.server';
import { findCommonOpening, PriceNote } from './PriceNote';

const createTile = (row: PriceRow, value: number, size: string): Tile => ({
  id: row.instrument.id,
  label: row.instrument.symbol.replace('/USD', ''),
  name: row.instrument.name,
  weight: value,
  bps: toBps(row.changes.day ?? 0),
  moves: createMovingAttribute(row, 'day'),
  size,
});

const createCoinTile = (row: PriceRow, value: number | null): Tile =>
  createTile(row, Math.sqrt(value ?? 1), value === null ? 'n/a' : formatBillions(value));

/**
 * Change in basis points from which a coin has the full colour. Coins often move by several percent a day, so the limit
 * is higher than for stocks.
 */
const COIN_FULL_COLOUR_BPS = 600;

/** Heat maps of the day's changes: stocks by sector, coins, and currencies against each other. */
export function HeatMaps({ view: { sectors, coins, forex, cross } }: { view: HeatMapsView }) {
  const stocks = sectors.flatMap(({ rows }) => rows);
  const valued = coins.some(({ value }) => value !== null);
  return (
    <Stack gap="loose">
      <Card
        id="stocks"
        title="Large US companies"
        lead={
          <>
            {stocks.length} companies of the S&P 500 by sector, sized by market value, coloured by the change in a day.{' '}
            <MarketState opensAt={findCommonOpening(stocks)} />
          </>
        }
      >
        {stocks.length ? (
          <>
            <Treemap
              label={`${stocks.length} of the 500 companies of the S&P 500`}
              sizedBy="Market value"
              groups={sectors.map(({ sector, rows }) => ({
                title: sector,
                tiles: rows.map((row) => createTile(row, row.value, formatBillions(row.value))),
              }))}
            />
            <PriceNote rows={stocks} moving />
          </>
        ) : (
          <Empty>Figures of companies are not available here.</Empty>
        )}
      </Card>
      <Card
        id="crypto"
        title="Crypto"
        lead={
          valued
            ? `${coins.length} coins, sized by the square root of market value, so that the smaller ones can be seen.`
            : `${coins.length} coins, all of one size, since their market values are not available here.`
        }
      >
        {coins.length > 0 && (
          <Treemap
            label="Coins"
            sizedBy="Market value"
            fullFrom={COIN_FULL_COLOUR_BPS}
            groups={[{ tiles: coins.map(({ row, value }) => createCoinTile(row, value)) }]}
          />
        )}
        <PriceNote rows={coins.map(({ row }) => row)} moving />
      </Card>
      <Card
        id="forex"
        title="Forex cross rates"
        lead={
          <>
            How much the currency of the row has gained on that of the column in a day.{' '}
            <MarketState opensAt={findCommonOpening(forex)} />
          </>
        }
      >
        {cross.cells.flat().some((by) => by !== null) && (
          <HeatTable
            caption="Currencies against each other, change in a day"
            names={cross.names}
            cells={cross.cells.map((row) => row.map((by) => (by === null ? null : { bps: toBps(by) })))}
          />
        )}
        <PriceNote rows={forex} />
      </Card>
    </Stack>
  );
}
