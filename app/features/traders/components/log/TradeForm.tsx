import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { ConfirmField } from '~/ui/forms/ConfirmField';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { buttonWords, PreviewCard } from '~/ui/forms/PreviewCard';
import { Grid } from '~/ui/layout/Layout';
import { useActionForm } from '~/web/form/useActionForm';
import { tradeSchema } from '../../schema';
import { nameOf } from '../../traderName';

const LABELS = { id: 'Trader', pair: 'Trade pair', amount: 'Amount', tradeType: 'Trade type', date: 'Date' };
const SUMMARY = { ...LABELS, otp: 'Code' };

type Choice = { id: string; firstName: string; lastName: string };

type Props = { traders: Choice[]; pairs: readonly string[]; formKey: string };

export function TradeForm({ traders, pairs, formKey }: Props) {
  const { form, fields, askAgain, confirm, preview, ...answer } = useActionForm(tradeSchema, { id: 'trade', formKey });
  const field = (name: keyof typeof LABELS) => ({ ...fieldProps(fields[name]), label: LABELS[name] });
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey}>
      <ErrorSummary errors={problemsOf(form, SUMMARY)} />
      <input type="hidden" name="_intent" value="record-trade" />
      <Grid>
        <SelectField
          {...field('id')}
          placeholder="Choose a trader"
          options={traders.map((each) => ({ value: each.id, label: nameOf(each) }))}
        />
        <SelectField
          {...field('pair')}
          placeholder="Choose a pair"
          options={pairs.map((pair) => ({ value: pair, label: pair }))}
        />
        <SelectField
          {...field('tradeType')}
          placeholder="Profit or loss"
          options={[
            { value: 'profit', label: 'Profit' },
            { value: 'loss', label: 'Loss' },
          ]}
        />
        <MoneyField {...field('amount')} hint="The trader’s own result, without a sign." />
        <Field {...field('date')} type="datetime-local" required={false} hint="In UTC. Empty means now." />
      </Grid>
      {askAgain && <Checkbox name="_again" value="1" label="Yes, record this result once more" />}
      <PreviewCard preview={preview} reasonId={`${form.id}-reason`} />
      <ConfirmField asked={confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
      <Button tone="primary">{buttonWords('Record trade', preview)}</Button>
    </PostForm>
  );
}
