import { formatUsd } from '~/ledger/money';
import { groupDigits } from '~/platform/text/figure';
import { Button, LinkButton } from '~/ui/Button';
import { useHydrated } from '~/ui/browser/hydrated';
import { ActionForm } from '~/ui/forms/ActionForm';
import { REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { PostForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { StepDialog } from '~/ui/layout/Dialog';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card, Grid, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted, VisuallyHidden } from '~/ui/Text';
import { Badge, Facts, Money, Pager, Profit, Time } from '~/ui/tables/Data';
import { FirstRows } from '~/ui/tables/FirstRows';
import { Table } from '~/ui/tables/Table';
import type { OwnView } from '../ownView.server';
import { amendSchema, closePositionSchema, moveSchema } from '../schema';

export type KeyedView = Omit<OwnView, 'positions' | 'orders'> & {
  positions: (OwnView['positions'][number] & { closeKey: string; amendKey: string })[];
  orders: (OwnView['orders'][number] & { cancelKey: string })[];
};

const NO_VALUE = <Muted>none</Muted>;
const formatPlain = (plain: string | null) => (plain === null ? NO_VALUE : groupDigits(plain));
const sideWord = { buy: 'Bought', sell: 'Sold' } as const;
const orderWord = { buy: 'Buy', sell: 'Sell' } as const;

export function OwnMoney(props: {
  available: bigint;
  view: KeyedView;
  keys: Record<'put-in' | 'take-out', string>;
  locked: boolean;
}) {
  const { available, view, keys, locked } = props;
  return (
    <Card title="Your own trading" id="money">
      <Facts
        items={[
          { term: 'Worth now', detail: <Money cents={view.equity} /> },
          { term: 'Cash', detail: <Money cents={view.cash} /> },
          { term: 'Margin in use', detail: <Money cents={view.margin} /> },
          { term: 'Available to take out', detail: <Money cents={view.removable} /> },
        ]}
      />
      {view.closedFor && <Notice>{view.closedFor}</Notice>}
      {view.noPricesFor && (
        <Notice>
          No prices have come in the last {view.noPricesFor}. Orders wait for the next ones, and money can be taken out
          when they are here.
        </Notice>
      )}
      {view.waitingProfit > 0n && (
        <Notice>{formatUsd(view.waitingProfit)} of profit waits until the market reserve can pay it.</Notice>
      )}
      {view.deficit > 0n && (
        <Notice>Losses exceed the cash by {formatUsd(view.deficit)}. Later profits cover them first.</Notice>
      )}
      <Grid cell="large">
        {!locked && <MoneyForm what="put-in" max={available} formKey={keys['put-in']} />}
        <MoneyForm what="take-out" max={view.removable} formKey={keys['take-out']} />
      </Grid>
    </Card>
  );
}

export function Positions({ view, here }: { view: KeyedView; here: string }) {
  const { positions, pricesOf } = view;
  return (
    <Card title="Open positions" id="positions" lead={positions.length > 0 && <PricesOf at={pricesOf} />}>
      <div data-moving={positions.length > 0 || undefined}>
        <FirstRows
          rows={positions}
          limit={MAX_SHOWN_POSITIONS}
          unit="position"
          table={(some, isRest) => (
            <PositionsTable positions={some} here={here} caption={isRest ? 'More open positions' : 'Open positions'} />
          )}
        />
      </div>
    </Card>
  );
}

type Held = KeyedView['positions'][number];

/** Number of positions, waiting orders and entries of the history shown at once; the others are folded. */
const MAX_SHOWN_POSITIONS = 8;
const MAX_SHOWN_ORDERS = 5;
const MAX_SHOWN_HISTORY = 8;

function PositionsTable({ positions, caption, here }: { positions: readonly Held[]; caption: string; here: string }) {
  return (
    <Table
      rows={positions}
      rowKey={({ id }) => id}
      caption={caption}
      empty="You have no open positions."
      dense
      atMost={MAX_SHOWN_POSITIONS}
      columns={[
        { header: 'Symbol', cell: ({ symbol }) => symbol },
        {
          header: 'Size',
          cell: ({ side, size, leverage }) => `${sideWord[side]} ${groupDigits(size)}, leverage ${leverage}`,
        },
        { header: 'Entry', align: 'end', folded: true, cell: ({ entry }) => formatPlain(entry) },
        { header: 'Price', align: 'end', folded: true, cell: ({ price }) => formatPlain(price) },
        { header: 'Result now', align: 'end', cell: ({ result }) => <Profit cents={result} /> },
        { header: 'Stop', align: 'end', folded: true, cell: ({ stop }) => formatPlain(stop) },
        { header: 'Take-profit', align: 'end', folded: true, cell: ({ takeProfit }) => formatPlain(takeProfit) },
        {
          header: 'Actions',
          folded: true,
          cell: ({ id, symbol }) => (
            <div className="flex gap-2 whitespace-nowrap">
              {(['close', 'change'] as const).map((act) => (
                <LinkButton key={act} to={`${here}${here.includes('?') ? '&' : '?'}${act}=${id}`}>
                  {act === 'close' ? 'Close' : 'Change'} <VisuallyHidden>{symbol}</VisuallyHidden>
                </LinkButton>
              ))}
            </div>
          ),
        },
      ]}
    />
  );
}

function PricesOf({ at }: { at: Date | null }) {
  const hydrated = useHydrated();
  if (at) {
    return (
      <>
        Prices came <Time at={at} />.
      </>
    );
  }
  return <>{hydrated ? 'Results change with the prices.' : 'Prices are from when this page was loaded.'}</>;
}

export function ClosePositionDialog({ position, closeHref }: { position: Held; closeHref: string }) {
  const { id, symbol, side, size, entry, price, result, open, closeKey } = position;
  return (
    <StepDialog title={`Close ${symbol}`} closeHref={closeHref} sheet>
      <Stack>
        <p>
          {sideWord[side]} {groupDigits(size)} at {groupDigits(entry)}. Closing all of it now returns about{' '}
          <Profit cents={result} />.{!open && ' Its market is closed: the order waits for the opening.'}
        </p>
        <ActionForm
          schema={closePositionSchema}
          id={`close-${id}`}
          formKey={closeKey}
          values={{ size }}
          at="positions"
          intent="close"
          hidden={{ symbol: id, shown: price }}
          fields={[{ name: 'size', label: `Size of ${symbol} to close`, short: 'Size to close', ...LEVEL_FIELD }]}
          again={{ ...REPEAT_CHECKBOX, label: 'Yes, close this size again' }}
        >
          <SubmitWithBackLink back={{ text: 'Keep it', to: closeHref }}>Close position</SubmitWithBackLink>
        </ActionForm>
      </Stack>
    </StepDialog>
  );
}

export function ChangeDialog({ position, closeHref }: { position: Held; closeHref: string }) {
  const { id, symbol, price, stop, takeProfit, changes, amendKey } = position;
  return (
    <StepDialog title={`Change ${symbol}`} closeHref={closeHref} sheet>
      <Stack>
        <p>
          The price is {groupDigits(price)}. Leave a field empty for none.
          {changes && ' What you changed last holds from the next price on.'}
        </p>
        <ActionForm
          schema={amendSchema}
          id={`amend-${id}`}
          formKey={amendKey}
          values={{ stop: stop ?? '', takeProfit: takeProfit ?? '' }}
          at="positions"
          intent="amend"
          hidden={{ symbol: id }}
          fields={[
            { name: 'stop', label: 'Stop', required: false, ...LEVEL_FIELD },
            { name: 'takeProfit', label: 'Take-profit', required: false, ...LEVEL_FIELD },
          ]}
          again={{ ...REPEAT_CHECKBOX, label: 'Yes, set these again' }}
        >
          <SubmitWithBackLink back={{ text: 'Leave it', to: closeHref }}>Change</SubmitWithBackLink>
        </ActionForm>
      </Stack>
    </StepDialog>
  );
}

const LEVEL_FIELD = { inputMode: 'decimal', autoComplete: 'off', maxLength: 30 } as const;

export function WaitingOrders({ view }: { view: KeyedView }) {
  if (view.orders.length === 0) return null;
  return (
    <FoldedPart card title={`Waiting orders (${view.orders.length})`} id="orders">
      <FirstRows
        rows={view.orders}
        limit={MAX_SHOWN_ORDERS}
        unit="order"
        table={(some, isRest) => (
          <OrdersTable orders={some} caption={isRest ? 'More waiting orders' : 'Waiting orders'} />
        )}
      />
    </FoldedPart>
  );
}

const OrdersTable = ({ orders, caption }: { orders: readonly KeyedView['orders'][number][]; caption: string }) => (
  <Table
    rows={orders}
    rowKey={({ key }) => String(key)}
    caption={caption}
    dense
    atMost={MAX_SHOWN_ORDERS}
    columns={[
      { header: 'Symbol', cell: ({ symbol }) => symbol },
      {
        header: 'Order',
        cell: ({ side, size, kind, closes }) =>
          `${orderWord[side]} ${groupDigits(size)}${closes ? ' to close' : ''}, ${kind === 'market' ? 'at the market' : kind}`,
      },
      { header: 'Waits for', cell: ({ waitsFor }) => waitsFor },
      { header: 'Placed', folded: true, cell: ({ since }) => <Time at={since} /> },
      {
        header: 'Action',
        folded: true,
        cell: ({ key, symbol, cancelled, cancelKey }) =>
          cancelled ? (
            <Muted>Cancelled</Muted>
          ) : (
            <PostForm formKey={cancelKey} at="orders" inline>
              <input type="hidden" name="_intent" value="cancel" />
              <input type="hidden" name="order" value={key} />
              <Button>
                Cancel<span className="sr-only"> the order for {symbol}</span>
              </Button>
            </PostForm>
          ),
      },
    ]}
  />
);

const ORDER_KIND_NAMES: Record<string, string> = {
  market: 'at the market',
  limit: 'limit',
  stop: 'stop',
  'take-profit': 'take-profit',
  'close-out': 'closed out: too little margin',
  holding: 'cost of holding',
  amend: 'stop and take-profit changed',
};

export function OwnTradingHistory({ view }: { view: OwnView }) {
  return (
    <FoldedPart card title="History" id="history" open={view.page > 1}>
      <FirstRows
        rows={view.history}
        limit={view.page > 1 ? view.history.length : MAX_SHOWN_HISTORY}
        unit="event"
        table={(some, isRest) => (
          <Table
            rows={some}
            rowKey={({ number }) => String(number)}
            caption={isRest ? 'Older history of own trading' : 'History of own trading'}
            dense
            columns={[
              {
                header: 'Event',
                cell: ({ kind, symbol, side, size, gap, money }) => (
                  <>
                    {side && size
                      ? `${sideWord[side]} ${groupDigits(size)} ${symbol}, ${ORDER_KIND_NAMES[kind]}`
                      : [
                          symbol,
                          kind === 'flow' ? (money > 0n ? 'Money put in' : 'Money taken out') : ORDER_KIND_NAMES[kind],
                        ]
                          .filter(Boolean)
                          .join(', ')}{' '}
                    {gap && <Badge>gap</Badge>}
                  </>
                ),
              },
              { header: 'Date', cell: ({ at }) => <Time at={at} /> },
              // Opening a position moves no money.
              {
                header: 'Amount',
                align: 'end',
                cell: ({ money }) => (money ? <Money cents={money} signed /> : NO_VALUE),
              },
              { header: 'Price', align: 'end', cell: ({ price }) => formatPlain(price) },
            ]}
          />
        )}
      />
      <Pager page={view.page} pages={view.pages} href={(page) => `/live-trading?history=${page}#history`} />
    </FoldedPart>
  );
}

const MOVE_TEXTS = {
  'put-in': { label: 'Amount to put in', button: 'Put in', again: 'Yes, put in this amount again' },
  'take-out': { label: 'Amount to take out', button: 'Take out', again: 'Yes, take out this amount again' },
} as const;

/** Form that moves money between the available balance and trading. `isFirst`: nothing else can be done yet. */
export function MoneyForm(props: { what: keyof typeof MOVE_TEXTS; max: bigint; formKey: string; isFirst?: boolean }) {
  const { what, max, formKey, isFirst } = props;
  const { label, button, again } = MOVE_TEXTS[what];
  return (
    <ActionForm
      schema={moveSchema}
      id={what}
      formKey={formKey}
      at="money"
      intent={what}
      fields={[{ as: MoneyField, name: 'amount', label, hint: `At most ${formatUsd(max)}` }]}
      again={{ ...REPEAT_CHECKBOX, label: again }}
    >
      <Button tone={isFirst ? 'primary' : undefined}>{button}</Button>
    </ActionForm>
  );
}
