import { getFormProps } from '@conform-to/react';
import type { ReactNode } from 'react';
import { groupDigits } from '~/platform/text/figure';
import { costText } from '~/trading/text';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { SubmitOrBack } from '~/ui/forms/SubmitOrBack';
import { StepDialog } from '~/ui/layout/Dialog';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Small } from '~/ui/Text';
import { DefinitionList, Money, Profit } from '~/ui/tables/Data';
import { useActionForm } from '~/web/form/useActionForm';
import { orderSchema } from '../schema';
import type { OrderReview } from '../ticket/ticket.server';

type Props = {
  instrument: { id: string; symbol: string };
  review: OrderReview;
  formKey: string;
  /** The page without the order, and the ticket as it was filled in. */
  closeHref: string;
  changeHref: string;
};

const KINDS = { market: 'now about', limit: 'or better', stop: 'once reached, about' };

export function OrderReviewDialog({ instrument, review, formKey, closeHref, changeHref }: Props) {
  const { order, size, price, waits } = review;
  const { form, askAgain, ...answer } = useActionForm(orderSchema, { id: 'place-order', formKey });
  const verb = order.side === 'buy' ? 'Buy' : 'Sell';
  const sent = { ...order, symbol: instrument.id, shown: price };
  return (
    <StepDialog title={`${verb} ${instrument.symbol}`} closeHref={closeHref} sheet startsAtTitle>
      <Stack>
        <DefinitionList items={itemsOf(review)} />
        {waits && <Notice>The order waits for {waits}. You can cancel it until then.</Notice>}
        <PostForm {...getFormProps(form)} formKey={answer.formKey} at="order">
          <ErrorSummary errors={problemsOf(form)} />
          <input type="hidden" name="_intent" value="order" />
          {Object.entries(sent).map(([name, value]) =>
            value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
          {askAgain && <Checkbox name="_again" value="1" label="Yes, place the same order again" />}
          <Small>It is filled at the price when it arrives, and you are told both.</Small>
          <SubmitOrBack tone={order.side} back={{ words: 'Change', to: changeHref }}>
            {verb} {size}
          </SubmitOrBack>
        </PostForm>
      </Stack>
    </StepDialog>
  );
}

function itemsOf({ order, size, price, leverage, value, closes, opens, free }: OrderReview) {
  const items: { term: string; detail: ReactNode }[] = [
    { term: 'Size', detail: size },
    { term: `Price, ${KINDS[order.type]}`, detail: price },
    { term: 'Value', detail: <Money cents={value} /> },
  ];
  if (closes) {
    items.push({ term: 'Closes of what you hold', detail: closes.size });
    if (closes.result !== null) items.push({ term: 'Result of that', detail: <Profit cents={closes.result} /> });
  }
  if (opens) {
    items.push({ term: `Margin, leverage ${leverage}`, detail: <Money cents={opens.margin} /> });
    items.push({ term: 'Spread, in the price', detail: <Money cents={opens.spread} /> });
    if (opens.holding > 0n) items.push({ term: 'Cost of each night', detail: costText(opens.holding) });
    if (opens.atStop !== null) {
      const term = `Result at the stop of ${groupDigits(order.stop ?? '')}`;
      items.push({ term, detail: <Profit cents={opens.atStop} /> });
    }
    if (opens.atTakeProfit !== null) {
      const term = `Result at the take-profit of ${groupDigits(order.takeProfit ?? '')}`;
      items.push({ term, detail: <Profit cents={opens.atTakeProfit} /> });
    }
  }
  return [...items, { term: 'Left free to trade with', detail: <Money cents={free} /> }];
}
