import type { ReactNode } from 'react';
import { groupDigits } from '~/platform/text/figure';
import { costText } from '~/trading/text';
import { ActionForm } from '~/ui/forms/ActionForm';
import { REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { StepDialog } from '~/ui/layout/Dialog';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Small } from '~/ui/Text';
import { DefinitionList, Money, Profit } from '~/ui/tables/Data';
import { orderSchema } from '../schema';
import type { OrderReview } from '../ticket/ticket.server';
import { getButtonLabel } from './OrderTicket';

type Props = {
  instrument: { id: string; symbol: string };
  isClosed: boolean;
  review: OrderReview;
  formKey: string;
  closeHref: string;
  changeHref: string;
};

const PRICE_TEXT_BY_KIND = { market: 'now about', limit: 'or better', stop: 'once reached, about' };

export function OrderReviewDialog({ instrument, isClosed, review, formKey, closeHref, changeHref }: Props) {
  const { order, size, price, waits } = review;
  const isQueued = isClosed && order.type === 'market';
  const verb = getButtonLabel(order.side, isQueued);
  const sent = { ...order, symbol: instrument.id, shown: price };
  return (
    <StepDialog title={`${verb} ${instrument.symbol}`} closeHref={closeHref} sheet>
      <Stack>
        <DefinitionList items={listReviewItems(review)} />
        {waits && <Notice>The order waits for {waits}. You can cancel it until then.</Notice>}
        <ActionForm
          schema={orderSchema}
          id="place-order"
          formKey={formKey}
          at="order"
          intent="order"
          hidden={sent}
          again={{ ...REPEAT_CHECKBOX, label: 'Yes, place this order again' }}
        >
          <Small>
            The order fills at the price when {isQueued ? 'the market opens' : 'it arrives'}, and you see both prices.
          </Small>
          <SubmitWithBackLink tone={order.side} back={{ text: 'Change', to: changeHref }}>
            {verb} {size}
          </SubmitWithBackLink>
        </ActionForm>
      </Stack>
    </StepDialog>
  );
}

function listReviewItems({ order, size, price, leverage, value, closes, opens, free }: OrderReview) {
  const items: { term: string; detail: ReactNode }[] = [
    { term: 'Size', detail: size },
    { term: `Price, ${PRICE_TEXT_BY_KIND[order.type]}`, detail: price },
    { term: 'Value', detail: <Money cents={value} /> },
  ];
  if (closes) {
    items.push({ term: 'Closes of your position', detail: closes.size });
    if (closes.result !== null) items.push({ term: 'Result of that', detail: <Profit cents={closes.result} /> });
  }
  if (opens) {
    items.push({ term: `Margin, leverage ${leverage}`, detail: <Money cents={opens.margin} /> });
    items.push({ term: 'Spread, in the price', detail: <Money cents={opens.spread} /> });
    if (opens.holding > 0n) items.push({ term: 'Cost per night', detail: costText(opens.holding) });
    if (opens.atStop !== null) {
      const term = `Result at the stop of ${groupDigits(order.stop ?? '')}`;
      items.push({ term, detail: <Profit cents={opens.atStop} /> });
    }
    if (opens.atTakeProfit !== null) {
      const term = `Result at the take-profit of ${groupDigits(order.takeProfit ?? '')}`;
      items.push({ term, detail: <Profit cents={opens.atTakeProfit} /> });
    }
  }
  return [...items, { term: 'Left for trading', detail: <Money cents={free} /> }];
}
