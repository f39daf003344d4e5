import { SelectField } from '~/ui/forms/Field';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { tradeSchema } from '../../schema';
import { getTraderName } from '../../traderName';

export type Choice = { id: string; firstName: string; lastName: string };

type Props = { traders: Choice[]; pairs: readonly string[]; formKey: string };

export const TradeForm = ({ traders, pairs, formKey }: Props) => (
  <PreviewedForm
    schema={tradeSchema}
    id="trade"
    formKey={formKey}
    intent="record-trade"
    fields={[
      {
        row: [
          traderField('id', traders),
          { ...pairField(pairs), placeholder: 'Choose a pair' },
          { ...TRADE_TYPE, placeholder: 'Profit or loss' },
          { as: MoneyField, name: 'amount', label: 'Amount', hint: 'The trader’s own result, without a sign.' },
          { ...DATE_FIELD, hint: 'In UTC. Empty means now.' },
        ],
        cell: 'medium',
      },
    ]}
    again="Yes, record this result again"
    submitLabel="Record trade"
  />
);

export const traderField = (name: string, traders: Choice[]) => ({
  as: SelectField,
  name,
  label: 'Trader',
  placeholder: 'Choose a trader',
  options: traders.map((each) => ({ value: each.id, label: getTraderName(each) })),
});

export const pairField = (pairs: readonly string[]) => ({
  as: SelectField,
  name: 'pair',
  label: 'Trade pair',
  options: pairs.map((pair) => ({ value: pair, label: pair })),
});

export const TRADE_TYPE = {
  as: SelectField,
  name: 'tradeType',
  label: 'Trade type',
  options: [
    { value: 'profit', label: 'Profit' },
    { value: 'loss', label: 'Loss' },
  ],
};

export const DATE_FIELD = { name: 'date', label: 'Date', type: 'datetime-local', required: false };
