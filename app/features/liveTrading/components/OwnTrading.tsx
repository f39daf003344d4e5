import { getFormProps } from '@conform-to/react';
import { formatUsd } from '~/ledger/money';
import { groupDigits } from '~/platform/text/figure';
import { Button } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Disclosure } from '~/ui/layout/Disclosure';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card, Grid, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted } from '~/ui/Text';
import { Badge, Facts, Money, Pager, Profit, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { useActionForm } from '~/web/form/useActionForm';
import { useReturned } from '~/web/form/useReturned';
import type { OwnView } from '../ownView.server';
import { amendSchema, closeSchema, moveSchema } from '../schema';

/** What an investor trades with, and a key for each form of its rows. */
type KeyedView = Omit<OwnView, 'positions' | 'orders'> & {
  positions: (OwnView['positions'][number] & { closeKey: string; amendKey: string })[];
  orders: (OwnView['orders'][number] & { cancelKey: string })[];
};

const NONE = <Muted>none</Muted>;
/** A price or level as it is read; what an order had none of is none. */
const shown = (plain: string | null) => (plain === null ? NONE : groupDigits(plain));
const sideWord = { buy: 'Bought', sell: 'Sold' } as const;
const orderWord = { buy: 'Buy', sell: 'Sell' } as const;

/** What the own account holds, waits for and did. */
export function OwnAccount({ view }: { view: KeyedView }) {
  return (
    <>
      <Card title="Your own trading">
        <Facts
          items={[
            { term: 'Worth now', detail: <Money cents={view.equity} /> },
            { term: 'Cash', detail: <Money cents={view.cash} /> },
            { term: 'Margin in use', detail: <Money cents={view.margin} /> },
            { term: 'Available to take out', detail: <Money cents={view.removable} /> },
          ]}
        />
        {view.closedFor && <Notice>{view.closedFor}</Notice>}
        {!view.isCurrent && (
          <Notice>
            No prices have come in the last minute. Orders wait for the next ones, and money can be taken out when they
            are here.
          </Notice>
        )}
        {view.waitingProfit > 0n && (
          <Notice>{formatUsd(view.waitingProfit)} of profit waits until the market reserve can pay it.</Notice>
        )}
        {view.deficit > 0n && (
          <Notice>Losses exceed the cash by {formatUsd(view.deficit)}. Later profits cover them first.</Notice>
        )}
      </Card>
      <Section title="Open positions" id="positions" lead={<PricesOf at={view.pricesOf} />}>
        <PositionsTable positions={view.positions.slice(0, MOST_SHOWN)} caption="Open positions" />
        {view.positions.length > MOST_SHOWN && (
          <Disclosure summary={`${view.positions.length - MOST_SHOWN} more positions`}>
            <PositionsTable positions={view.positions.slice(MOST_SHOWN)} caption="More open positions" />
          </Disclosure>
        )}
        <ChangePositions positions={view.positions} />
      </Section>
      <WaitingOrders view={view} />
      <History view={view} />
    </>
  );
}

type Held = KeyedView['positions'][number];

/** How many positions are shown at once; the others unfold. */
const MOST_SHOWN = 25;

function PositionsTable({ positions, caption }: { positions: Held[]; caption: string }) {
  return (
    <Table
      rows={positions}
      rowKey={({ id }) => id}
      caption={caption}
      empty="You have no open positions."
      dense
      columns={[
        { header: 'Symbol', cell: ({ symbol }) => symbol },
        {
          header: 'Size',
          cell: ({ side, size, leverage }) => `${sideWord[side]} ${groupDigits(size)}, leverage ${leverage}`,
        },
        { header: 'Entry', align: 'end', folded: true, cell: ({ entry }) => shown(entry) },
        { header: 'Price', align: 'end', folded: true, cell: ({ price }) => shown(price) },
        { header: 'Result now', align: 'end', cell: ({ result }) => <Profit cents={result} /> },
        { header: 'Stop', align: 'end', folded: true, cell: ({ stop }) => shown(stop) },
        { header: 'Take-profit', align: 'end', folded: true, cell: ({ takeProfit }) => shown(takeProfit) },
      ]}
    />
  );
}

/** The forms of each position; the one that was refused stands open. */
function ChangePositions({ positions }: { positions: Held[] }) {
  const sent = useReturned();
  const returned = sent && ['close', 'amend'].includes(`${sent._intent}`) ? sent.symbol : undefined;
  if (positions.length === 0) return null;
  return (
    <FoldedPart title="Change or close positions" open={positions.some(({ id }) => id === returned) || undefined}>
      <Stack gap="tight">
        {positions.map((position) => (
          <Disclosure
            key={position.id}
            summary={`Change or close ${position.symbol}`}
            open={position.id === returned || undefined}
          >
            <Stack>
              <CloseForm key={`close ${position.size}`} position={position} />
              <AmendForm key={`amend ${position.stop} ${position.takeProfit}`} position={position} />
            </Stack>
          </Disclosure>
        ))}
      </Stack>
    </FoldedPart>
  );
}

/** Of when the prices are that what is held is valued at; `at` is null where that is now. */
function PricesOf({ at }: { at: Date | null }) {
  if (!at) return <>Prices as of when this page was loaded.</>;
  return (
    <>
      Prices came <Time at={at} />.
    </>
  );
}

function CloseForm({ position }: { position: Held }) {
  const { symbol, size, price, open } = position;
  const { form, fields, askAgain, ...answer } = useActionForm(closeSchema, {
    id: `close-${position.id}`,
    formKey: position.closeKey,
    defaultValue: { size },
  });
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey} at="positions" inline>
      <ErrorSummary errors={problemsOf(form, { size: 'Size to close' })} />
      <input type="hidden" name="_intent" value="close" />
      <input type="hidden" name="symbol" value={position.id} />
      <input type="hidden" name="shown" value={price} />
      <Field
        {...fieldProps(fields.size)}
        label={`Size of ${symbol} to close`}
        hint={open ? undefined : 'Its market is closed: the order waits for the opening.'}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
      />
      {askAgain && <Checkbox name="_again" value="1" label="Yes, close this much once more" />}
      <Button>Close</Button>
    </PostForm>
  );
}

function AmendForm({ position }: { position: Held }) {
  const { form, fields, askAgain, ...answer } = useActionForm(amendSchema, {
    id: `amend-${position.id}`,
    formKey: position.amendKey,
    defaultValue: { stop: position.stop ?? '', takeProfit: position.takeProfit ?? '' },
  });
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey} at="positions" inline>
      <ErrorSummary errors={problemsOf(form, { stop: 'Stop', takeProfit: 'Take-profit' })} />
      <input type="hidden" name="_intent" value="amend" />
      <input type="hidden" name="symbol" value={position.id} />
      <Field {...fieldProps(fields.stop)} label="Stop" inputMode="decimal" maxLength={30} required={false} />
      <Field
        {...fieldProps(fields.takeProfit)}
        label="Take-profit"
        inputMode="decimal"
        maxLength={30}
        required={false}
      />
      {askAgain && <Checkbox name="_again" value="1" label="Yes, set these once more" />}
      <Button>Change</Button>
      {position.changes && <Muted>What you changed last holds from the next price on.</Muted>}
    </PostForm>
  );
}

function WaitingOrders({ view }: { view: KeyedView }) {
  return (
    <FoldedPart title={`Waiting orders (${view.orders.length})`} id="orders">
      <Table
        rows={view.orders}
        rowKey={({ key }) => String(key)}
        caption="Waiting orders"
        empty="No orders are waiting."
        dense
        columns={[
          { header: 'Symbol', cell: ({ symbol }) => symbol },
          {
            header: 'Order',
            cell: ({ side, size, kind, closes }) =>
              `${orderWord[side]} ${groupDigits(size)}${closes ? ' to close' : ''}, ${kind === 'market' ? 'at the market' : kind}`,
          },
          { header: 'Waits for', cell: ({ waitsFor }) => waitsFor },
          { header: 'Given', folded: true, cell: ({ since }) => <Time at={since} /> },
          {
            header: 'Action',
            folded: true,
            cell: ({ key, symbol, cancelled, cancelKey }) =>
              cancelled ? (
                <Muted>Cancelled</Muted>
              ) : (
                <PostForm formKey={cancelKey} at="orders">
                  <input type="hidden" name="_intent" value="cancel" />
                  <input type="hidden" name="order" value={key} />
                  <Button aria-label={`Cancel the order for ${symbol}`}>Cancel</Button>
                </PostForm>
              ),
          },
        ]}
      />
    </FoldedPart>
  );
}

const KINDS: Record<string, string> = {
  market: 'at the market',
  limit: 'limit',
  stop: 'stop',
  'take-profit': 'take-profit',
  'close-out': 'closed out: too little margin',
  holding: 'cost of holding',
  amend: 'stop and take-profit changed',
  flow: 'money moved',
};

function History({ view }: { view: OwnView }) {
  return (
    <FoldedPart title="History" id="history" open={view.page > 1}>
      <Table
        rows={view.history}
        rowKey={({ number }) => String(number)}
        caption="History of own trading"
        dense
        columns={[
          {
            header: 'What',
            cell: ({ kind, symbol, side, size, gap }) => (
              <>
                {side && size
                  ? `${sideWord[side]} ${groupDigits(size)} ${symbol}, ${KINDS[kind]}`
                  : [symbol, KINDS[kind]].filter(Boolean).join(', ')}{' '}
                {gap && <Badge>gap</Badge>}
              </>
            ),
          },
          { header: 'When', cell: ({ at }) => <Time at={at} /> },
          // What opens a position moves none.
          { header: 'Money', align: 'end', cell: ({ money }) => (money ? <Money cents={money} signed /> : NONE) },
          { header: 'Price', align: 'end', cell: ({ price }) => shown(price) },
        ]}
      />
      <Pager page={view.page} pages={view.pages} href={(page) => `/live-trading?history=${page}#history`} />
    </FoldedPart>
  );
}

const MOVES = {
  'put-in': { label: 'Amount to put in', button: 'Put in', again: 'Yes, put in this amount once more' },
  'take-out': { label: 'Amount to take out', button: 'Take out', again: 'Yes, take out this amount once more' },
} as const;

/** Money between the available balance and own trading. */
export function MoneyForm({ what, most, formKey }: { what: keyof typeof MOVES; most: bigint; formKey: string }) {
  const { label, button, again } = MOVES[what];
  const { form, fields, askAgain, ...answer } = useActionForm(moveSchema, { id: what, formKey });
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey} at="money" inline>
      <ErrorSummary errors={problemsOf(form, { amount: label })} />
      <input type="hidden" name="_intent" value={what} />
      <MoneyField {...fieldProps(fields.amount)} label={label} hint={`At most ${formatUsd(most)}`} />
      {askAgain && <Checkbox name="_again" value="1" label={again} />}
      <Button>{button}</Button>
    </PostForm>
  );
}

/** Both ways that money goes. */
export function MoneyForms(props: {
  available: bigint;
  view: KeyedView | null;
  keys: Record<'put-in' | 'take-out', string>;
  locked: boolean;
}) {
  const { available, view, keys, locked } = props;
  return (
    <Card title="Money for your own trading" id="money">
      <Grid cell="large">
        {!locked && <MoneyForm what="put-in" most={available} formKey={keys['put-in']} />}
        {view && <MoneyForm what="take-out" most={view.removable} formKey={keys['take-out']} />}
      </Grid>
    </Card>
  );
}
