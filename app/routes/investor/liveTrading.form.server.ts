import { leaderRequestSchema, plainSchema } from '~/features/copying/beingCopied/schema';
import { stopBeingCopied } from '~/features/copying/beingCopied/stopBeingCopied.server';
import { submitLeaderRequest, withdrawLeaderRequest } from '~/features/copying/beingCopied/submitLeaderRequest.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import {
  amendOwnPosition,
  cancelOwnOrder,
  closeOwnPosition,
  giveOrder,
} from '~/features/copying/liveTrading/ownOrders.server';
import type { OwnView } from '~/features/copying/liveTrading/ownView.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import {
  amendSchema,
  cancelOrderSchema,
  closePositionSchema,
  moveSchema,
  orderSchema,
} from '~/features/copying/liveTrading/schema';
import type { User } from '~/signIns/session.server';
import { fillMissing } from '~/web/form/fillMissing.server';
import { createInvestorForm, lockOwnTrading } from '~/web/form/moneyForm.server';

const createOutcome = (to: string, text: string) => ({ to, toast: { tone: 'success' as const, text } });

export const TRADING_FORMS = {
  order: createInvestorForm({
    operation: 'trading:order',
    schema: orderSchema,
    locks: lockOwnTrading,
    run: (tx, input, { user }) => giveOrder(tx, user, input),
    next: ({ symbol, text }) => createOutcome(`/live-trading?symbol=${encodeURIComponent(symbol)}`, text),
  }),
  close: createInvestorForm({
    operation: 'trading:close',
    schema: closePositionSchema,
    locks: lockOwnTrading,
    run: (tx, input, { user }) => closeOwnPosition(tx, user, input),
    next: ({ text }) => createOutcome('/live-trading#positions', text),
  }),
  amend: createInvestorForm({
    operation: 'trading:amend',
    schema: amendSchema,
    locks: lockOwnTrading,
    run: (tx, input, { user }) => amendOwnPosition(tx, user, input),
    next: ({ text }) => createOutcome('/live-trading#positions', text),
  }),
  cancel: createInvestorForm({
    operation: 'trading:cancel',
    schema: cancelOrderSchema,
    locks: lockOwnTrading,
    run: (tx, { order }, { user }) => cancelOwnOrder(tx, user, order),
    refusesRepetition: true,
    next: ({ text }) => createOutcome('/live-trading#orders', text),
  }),
  'put-in': createInvestorForm({
    operation: 'trading:put-in',
    schema: moveSchema,
    locks: lockOwnTrading,
    run: (tx, { amount }, { user }) => putIntoTrading(tx, user, amount),
    next: () => createOutcome('/live-trading', 'The money is now in your own trading.'),
  }),
  'take-out': createInvestorForm({
    operation: 'trading:take-out',
    schema: moveSchema,
    locks: lockOwnTrading,
    run: (tx, { amount }, { user }) => withdrawFromTrading(tx, user, amount),
    next: () => createOutcome('/live-trading', 'The money is available again.'),
  }),
  'ask-to-be-copied': createInvestorForm({
    operation: 'copied:ask',
    schema: leaderRequestSchema,
    run: (tx, input, { user }) => submitLeaderRequest(tx, user, input),
    next: () => createOutcome('/live-trading#copied', 'Sent. Management will review it.'),
  }),
  'withdraw-request': createInvestorForm({
    operation: 'copied:withdraw',
    schema: plainSchema,
    run: (tx, _asked, { user }) => withdrawLeaderRequest(tx, user),
    refusesRepetition: true,
    next: () => createOutcome('/live-trading#copied', 'Your request was withdrawn.'),
  }),
  'stop-being-copied': createInvestorForm({
    operation: 'copied:stop',
    schema: plainSchema,
    run: (tx, _asked, { user }) => stopBeingCopied(tx, user),
    refusesRepetition: true,
    next: () => createOutcome('/live-trading#copied', 'You can no longer be copied. The copies are ending.'),
  }),
};

export type TradingIntent = keyof typeof TRADING_FORMS;

export const TRADING_INTENTS = Object.keys(TRADING_FORMS) as TradingIntent[];

const ROW_INTENTS = ['close', 'amend', 'cancel'] as const;

const PAGE_INTENTS = TRADING_INTENTS.filter(
  (intent): intent is Exclude<TradingIntent, (typeof ROW_INTENTS)[number]> =>
    !(ROW_INTENTS as readonly string[]).includes(intent),
);

export const createTradingKeys = ({ id }: User) =>
  Object.fromEntries(PAGE_INTENTS.map((intent) => [intent, TRADING_FORMS[intent].key(id)])) as Record<
    (typeof PAGE_INTENTS)[number],
    string
  >;

export const addRowKeys = (view: OwnView, { id }: User) => ({
  ...view,
  positions: view.positions.map((position) => ({
    ...position,
    closeKey: TRADING_FORMS.close.key(id),
    amendKey: TRADING_FORMS.amend.key(id),
  })),
  orders: view.orders.map((order) => ({ ...order, cancelKey: TRADING_FORMS.cancel.key(id) })),
});

export async function changeLevels({ user, form }: { user: User; form: FormData }): Promise<void> {
  const { positions = [] } = (await loadOwnView(user.id)) ?? {};
  const held = positions.find(({ id }) => id === form.get('symbol'));
  if (held) fillMissing(form, { stop: held.stop, takeProfit: held.takeProfit });
}
