import { getFormProps } from '@conform-to/react';
import { formatSignedUsd } from '~/ledger/money';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { Grid } from '~/ui/layout/Layout';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import type { LatestTrade } from '../../log/tradeLog.server';
import { voidSchema } from '../../schema';
import { nameOf } from '../../traderName';
import { resultOf } from './TradeLog';

const BACK = '/admin/trades';
const LABELS = { reason: 'Reason', pair: 'Trade pair', amount: 'Right amount', tradeType: 'Trade type', date: 'Date' };

type Props = { entry: LatestTrade; pairs: readonly string[]; formKey: string };

/** Voids a result, or puts the right one in its place; what that does to copies is shown before it is done. */
export function VoidDialog({ entry: { trade, trader }, pairs, formKey }: Props) {
  const { form, fields, previewed, ...answer } = usePreviewedForm(voidSchema, {
    id: 'void',
    formKey,
    defaultValue: { pair: trade.pair, tradeType: trade.type },
  });
  const field = (name: keyof typeof LABELS) => ({ ...fieldProps(fields[name]), label: LABELS[name] });
  const result = formatSignedUsd(resultOf(trade));
  return (
    <StepDialog title={`Void ${result} in ${trade.pair} of ${nameOf(trader)}`} closeHref={BACK}>
      <PostForm {...getFormProps(form)} action={`${BACK}?void=${trade.id}`} formKey={answer.formKey}>
        <ErrorSummary errors={problemsOf(form, { ...LABELS, otp: 'Code' })} />
        <input type="hidden" name="_intent" value="void-trade" />
        <input type="hidden" name="trade" value={trade.id} />
        <Field {...field('reason')} hint="Investors who copied it read this." />
        <MoneyField
          {...field('amount')}
          required={false}
          hint="Enter an amount to record the right result in its place. Leave it empty to void only."
        />
        <Grid cell="small">
          <SelectField {...field('pair')} options={pairs.map((pair) => ({ value: pair, label: pair }))} />
          <SelectField
            {...field('tradeType')}
            options={[
              { value: 'profit', label: 'Profit' },
              { value: 'loss', label: 'Loss' },
            ]}
          />
        </Grid>
        <Field
          {...field('date')}
          type="datetime-local"
          required={false}
          hint="In UTC. Leave it empty for the date of the voided one."
        />
        <PreviewedSubmit {...previewed} words="Void this trade" danger back={{ to: BACK, words: 'Cancel' }} />
      </PostForm>
    </StepDialog>
  );
}
