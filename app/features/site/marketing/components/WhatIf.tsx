import { formatShortUsd } from '~/ledger/money';
import { formatCount } from '~/platform/text/figure';
import { percentText } from '~/platform/text/percent';
import { Button } from '~/ui/Button';
import { SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { NightBand } from '~/ui/landing/Landing';
import { Grid } from '~/ui/layout/Layout';
import { Amount } from '~/ui/Text';
import { Money, Profit } from '~/ui/tables/Data';
import { type computeWhatIf, WHAT_IF_AMOUNT_CENTS, WHAT_IF_MONTHS } from '../whatIf';

export function WhatIf(props: {
  traders: readonly { id: string; name: string; manualLabel: string | null }[];
  answer: NonNullable<ReturnType<typeof computeWhatIf>>;
}) {
  const { traders, answer } = props;
  const manualLabel = traders.find(({ id }) => id === answer.trader)?.manualLabel;
  const { name, months, ended, drawdownBps } = answer;
  return (
    <NightBand
      id="what-if"
      unasked="Press “Work it out” to see the result."
      title={`What if I had copied ${formatShortUsd(WHAT_IF_AMOUNT_CENTS)}?`}
      aside={
        <GetForm action="/#what-if">
          <Grid cell="tiny">
            <SelectField
              label="Trader"
              name="copied"
              options={traders.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={answer.trader}
            />
            <SelectField
              label="Time"
              name="months"
              options={WHAT_IF_MONTHS.map((each) => ({ value: String(each), label: formatCount(each, 'month') }))}
              defaultValue={String(months)}
            />
          </Grid>
          <Button tone="primary">Work it out</Button>
        </GetForm>
      }
    >
      {ended === null ? (
        <p>
          The record of {name} is shorter than {formatCount(months, 'month')}.
        </p>
      ) : (
        <>
          <Amount>
            <Money cents={ended} />
          </Amount>
          <p>
            <Profit cents={ended - WHAT_IF_AMOUNT_CENTS} /> in {formatCount(months, 'month')} by the record of {name},
            which once fell {percentText(drawdownBps)} below an earlier high.
          </p>
        </>
      )}
      <p>
        {manualLabel && `This trader: ${manualLabel}. `}A copy of your own pays its own prices and can lose money. Past
        results do not predict future results.
      </p>
    </NightBand>
  );
}
