import { putIntoTrading, takeOutOfTrading } from '~/features/liveTrading/moneyInTrading.server';
import { amendOwnPosition, cancelOwnOrder, closeOwnPosition, giveOrder } from '~/features/liveTrading/ownOrders.server';
import { amendSchema, cancelSchema, closeSchema, moveSchema, orderSchema } from '~/features/liveTrading/schema';
import { refuse } from '~/platform/result';
import type { User } from '~/platform/signIns/session.server';
import { onceForm } from '~/web/form/submission.server';
import { newKey } from '~/web/idempotency.server';

/** What the forms of own trading ask for. */
export const TRADING_INTENTS = ['order', 'close', 'cancel', 'amend', 'put-in', 'take-out'] as const;
type TradingIntent = (typeof TRADING_INTENTS)[number];

const operationOf = (intent: TradingIntent) => `trading:${intent}`;

/** A key for each form of own trading. */
export const tradingKeys = (user: User) =>
  Object.fromEntries(TRADING_INTENTS.map((intent) => [intent, newKey(user.id, operationOf(intent))])) as Record<
    TradingIntent,
    string
  >;

const LOCKED = refuse('locked', 'Live trading is locked for your account. Ask support to unlock it.');

/**
 * What an investor does with their own trading, by the form's intent. Where it is locked, positions can still be closed and
 * money taken out.
 */
export async function actOnTrading(user: User, intent: TradingIntent, form: FormData) {
  const unlocked = <T>(work: () => Promise<T>) => (user.pdtUnlocked ? work() : Promise.resolve(LOCKED));
  const common = { scope: user.id, operation: operationOf(intent) };
  const told = (to: string) => (did: { text: string }) => ({ to, toast: { tone: 'success' as const, text: did.text } });
  switch (intent) {
    case 'order':
      return await onceForm(form, {
        ...common,
        schema: orderSchema,
        run: (tx, asked) => unlocked(() => giveOrder(tx, user, asked)),
        next: (did) => told(`/live-trading?symbol=${encodeURIComponent(did.symbol)}`)(did),
      });
    case 'close':
      return await onceForm(form, {
        ...common,
        schema: closeSchema,
        run: (tx, asked) => closeOwnPosition(tx, user, asked),
        next: told('/live-trading#positions'),
      });
    case 'amend':
      return await onceForm(form, {
        ...common,
        schema: amendSchema,
        run: (tx, asked) => amendOwnPosition(tx, user, asked),
        next: told('/live-trading#positions'),
      });
    case 'cancel':
      return await onceForm(form, {
        ...common,
        schema: cancelSchema,
        run: (tx, { order }) => cancelOwnOrder(tx, user, order),
        refusesAgain: true,
        next: told('/live-trading#orders'),
      });
    case 'put-in':
      return await onceForm(form, {
        ...common,
        schema: moveSchema,
        run: (tx, { amount }) => unlocked(() => putIntoTrading(tx, user, amount)),
        next: () => ({
          to: '/live-trading',
          toast: { tone: 'success', text: 'The money is in your own trading now.' },
        }),
      });
    case 'take-out':
      return await onceForm(form, {
        ...common,
        schema: moveSchema,
        run: (tx, { amount }) => takeOutOfTrading(tx, user, amount),
        next: () => ({ to: '/live-trading', toast: { tone: 'success', text: 'The money is available again.' } }),
      });
  }
}
