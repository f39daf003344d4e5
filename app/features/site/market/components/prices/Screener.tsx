import { percentText, toBps } from '~/platform/text/percent';
import { Button, LinkButton } from '~/ui/Button';
import { SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Fold } from '~/ui/layout/Fold';
import { Card, Cluster } from '~/ui/layout/Layout';
import { MarketState } from '~/ui/messages/MarketState';
import { Table, type Column as TableColumn } from '~/ui/tables/Table';
import type { CompanyRow } from '../../analysis/analysis.server';
import { SECTOR_NAMES } from '../../analysis/internal/facts';
import {
  COMPANY_SIZES,
  createSortLink,
  MOVE_FILTERS,
  type ScreenerColumn,
  type ScreenerFilters,
} from '../../analysis/screener';
import { formatBillions } from '../../format';
import { Price, PriceChange } from '../analysis/Figures';
import { InstrumentName } from '../InstrumentName';
import { findCommonOpening, PriceNote } from './PriceNote';

const toOptions = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

/** Table of companies that links and one form sort and filter. `query` is the URL's query without `?`. */
export function Screener({ rows, choices, query }: { rows: CompanyRow[]; choices: ScreenerFilters; query: string }) {
  const search = new URLSearchParams(query);
  const opensAt = findCommonOpening(rows);
  const column = (
    name: ScreenerColumn,
    header: string,
    cell: TableColumn<CompanyRow>['cell'],
    align: TableColumn<CompanyRow>['align'] | null = 'end',
  ): TableColumn<CompanyRow> => ({
    header,
    cell,
    align: align ?? undefined,
    sort: createSortLink(search, choices, name),
  });
  return (
    <Card
      id="screener"
      title="Stock screener"
      lead={
        <>
          {rows.length} companies match. Company figures are samples. <MarketState opensAt={opensAt} />
        </>
      }
    >
      <Fold label="Filter" open={['sector', 'move', 'size'].some((name) => search.get(name))}>
        <GetForm inline action="/stocks#screener">
          <SelectField
            label="Sector"
            name="sector"
            placeholder="All"
            defaultValue={choices.sector ?? ''}
            options={SECTOR_NAMES.map((value) => ({ value, label: value }))}
          />
          <SelectField
            label="Today"
            name="move"
            placeholder="All"
            defaultValue={choices.move ?? ''}
            options={toOptions(MOVE_FILTERS)}
          />
          <SelectField
            label="Market value"
            name="size"
            placeholder="All"
            defaultValue={choices.size ?? ''}
            options={toOptions(COMPANY_SIZES)}
          />
          <input type="hidden" name="sort" value={choices.sort} />
          <input type="hidden" name="dir" value={choices.ascending ? 'asc' : 'desc'} />
          <Cluster>
            <Button>Filter</Button>
            <LinkButton to="/stocks#screener" tone="quiet">
              Show all
            </LinkButton>
          </Cluster>
        </GetForm>
      </Fold>
      <div className="[&_thead_a]:no-underline">
        <Table
          caption="Stock screener"
          rigid
          rows={rows}
          rowKey={({ instrument }) => instrument.id}
          empty="No company matches all filters. Remove one."
          columns={[
            column('name', 'Company', ({ instrument }) => <InstrumentName of={instrument} />, null),
            column('price', 'Price', (row) => <Price row={row} alone={opensAt !== null} />),
            column('day', '1 day', (row) => <PriceChange row={row} span="day" />),
            column('week', '1 week', (row) => <PriceChange row={row} span="week" />),
            column('month', '1 month', (row) => <PriceChange row={row} span="month" />),
            column('value', 'Market value', ({ value }) => formatBillions(value)),
            column('multiple', 'Price to earnings', ({ multiple }) => multiple?.toFixed(1) ?? 'loss'),
            column('yield', 'Dividend', (row) => percentText(toBps(row.yield))),
            { header: 'Sector', cell: ({ company }) => company.sector },
          ]}
        />
      </div>
      <PriceNote rows={rows} moving />
    </Card>
  );
}
