import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Grid } from '~/ui/layout/Layout';
import { useActionForm } from '~/web/form/useActionForm';
import { orderSchema } from '../schema';

type Given = {
  instrument: { id: string; symbol: string };
  /** The price that the page shows, as it shows it. */
  shown: string;
  maxLeverage: number;
  formKey: string;
};

const LABELS = {
  symbol: 'Symbol',
  side: 'Buy or sell',
  size: 'Size',
  type: 'Kind of order',
  price: 'Price',
  stop: 'Stop',
  takeProfit: 'Take-profit',
  leverage: 'Leverage',
};

/** A price that an order may name. */
const LEVEL = { inputMode: 'decimal', autoComplete: 'off', maxLength: 30, required: false } as const;

/** An order for the instrument of the chart. */
export function OrderForm({ instrument, shown, maxLeverage, formKey }: Given) {
  const { form, fields, askAgain, ...answer } = useActionForm(orderSchema, { id: 'place-order', formKey });
  const folded = [fields.stop, fields.takeProfit, fields.leverage];
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey} at="order">
      <ErrorSummary errors={problemsOf(form, LABELS)} />
      <input type="hidden" name="_intent" value="order" />
      <input type="hidden" name="symbol" value={instrument.id} />
      <input type="hidden" name="shown" value={shown} />
      <Grid cell="small">
        <SelectField
          {...fieldProps(fields.side)}
          label={LABELS.side}
          options={[
            { value: 'buy', label: 'Buy' },
            { value: 'sell', label: 'Sell' },
          ]}
        />
        <Field {...fieldProps(fields.size)} label={LABELS.size} inputMode="decimal" autoComplete="off" maxLength={30} />
        <SelectField
          {...fieldProps(fields.type)}
          label={LABELS.type}
          options={[
            { value: 'market', label: 'At the market' },
            { value: 'limit', label: 'Limit: at this price or better' },
            { value: 'stop', label: 'Stop: once this price is reached' },
          ]}
        />
        <Field {...fieldProps(fields.price)} label={LABELS.price} hint="For limit and stop orders" {...LEVEL} />
      </Grid>
      <Disclosure
        summary="Stop, take-profit and leverage"
        open={folded.some(({ initialValue, errors }) => initialValue || errors) || undefined}
      >
        <Grid cell="small">
          <Field {...fieldProps(fields.stop)} label={LABELS.stop} hint="Closes the position at a loss" {...LEVEL} />
          <Field
            {...fieldProps(fields.takeProfit)}
            label={LABELS.takeProfit}
            hint="Closes the position at a profit"
            {...LEVEL}
          />
          <Field
            {...fieldProps(fields.leverage)}
            label={LABELS.leverage}
            hint={`1 to ${maxLeverage}; it stays until it is changed`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            required={false}
          />
        </Grid>
      </Disclosure>
      {askAgain && <Checkbox name="_again" value="1" label="Yes, place the same order again" />}
      <Button tone="primary">Place order</Button>
    </PostForm>
  );
}
