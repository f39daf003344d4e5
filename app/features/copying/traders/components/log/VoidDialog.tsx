import { formatSignedUsd, toSignedResult } from '~/ledger/money';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import type { LatestTrade } from '../../log/tradeLog.server';
import { voidSchema } from '../../schema';
import { getTraderName } from '../../traderName';
import { DATE_FIELD, pairField, TRADE_TYPE } from './TradeForm';

const RETURN_PATH = '/admin/trades';

type Props = { entry: LatestTrade; pairs: readonly string[]; formKey: string };

/** Dialog that voids a result or replaces it with a corrected one, after a preview of the effect on copies. */
export function VoidDialog({ entry: { trade, trader }, pairs, formKey }: Props) {
  const result = formatSignedUsd(toSignedResult(trade));
  return (
    <StepDialog title={`Void ${result} in ${trade.pair} of ${getTraderName(trader)}`} closeHref={RETURN_PATH}>
      <PreviewedForm
        schema={voidSchema}
        id="void"
        formKey={formKey}
        action={`${RETURN_PATH}?void=${trade.id}`}
        intent="void-trade"
        hidden={{ trade: trade.id }}
        values={{ pair: trade.pair, tradeType: trade.type }}
        fields={[
          { name: 'reason', label: 'Reason', hint: 'Investors who copied it read this.' },
          {
            as: MoneyField,
            name: 'amount',
            label: 'Right amount',
            required: false,
            hint: 'Enter an amount to record the right result in its place. Leave it empty to void only.',
          },
          { row: [pairField(pairs), TRADE_TYPE], cell: 'small' },
          { ...DATE_FIELD, hint: 'In UTC. Leave it empty for the date of the voided one.' },
        ]}
        submitLabel="Void this trade"
        danger
        back={{ to: RETURN_PATH, text: 'Cancel' }}
      />
    </StepDialog>
  );
}
