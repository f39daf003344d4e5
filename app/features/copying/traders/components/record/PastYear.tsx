import { calculateShare } from '~/ledger/money';
import { percentText, signedPercentText } from '~/platform/text/percent';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Profit, Time } from '~/ui/tables/Data';
import type { PastYearWithCosts } from '../../record/internal/pastYear';

export function PastYearFigures({
  past,
  amount,
  name,
}: {
  past: PastYearWithCosts | null;
  amount: bigint;
  name: string;
}) {
  if (!past) {
    return (
      <p>
        The record of {name} is too short to say what a year of copying would have been. You can lose all the money in a
        copy.
      </p>
    );
  }
  return (
    <Stack gap="tight">
      <DefinitionList
        items={[
          {
            term: `Best month, ${past.best.month}`,
            detail: <Profit cents={calculateShare(amount, past.best.bps)} />,
          },
          {
            term: `Worst month, ${past.worst.month}`,
            detail: <Profit cents={calculateShare(amount, past.worst.bps)} />,
          },
          {
            term: `Largest fall from a high, ${percentText(past.fall.ofHighBps)} of it`,
            detail: <Profit cents={-calculateShare(amount, past.fall.bps)} />,
          },
          {
            term: (
              <>
                Result since <Time at={past.from} dateOnly />, {signedPercentText(past.totalBps)}
              </>
            ),
            detail: <Profit cents={calculateShare(amount, past.totalBps)} />,
          },
          ...listCostItems(past.costs, amount),
        ]}
      />
      <Notice tone="warning">
        This is the trader’s own past at the size of your copy
        {past.costs
          ? ', with spread and holding in the result. A copy pays both at the same rates'
          : ', before a copy’s costs'}
        . The next year can be worse than any of it, and you can lose all the money.
      </Notice>
    </Stack>
  );
}

/**
 * Returns the yearly trading costs of a copy of `amount` cents at its trader's current rate; empty for manual
 * results.
 */
const listCostItems = (costs: PastYearWithCosts['costs'], amount: bigint) =>
  costs
    ? [
        {
          term: `Spread a year, ${percentText(costs.spreadBps)}`,
          detail: <Profit cents={-calculateShare(amount, costs.spreadBps)} />,
        },
        {
          term: `Holding a year, ${percentText(costs.holdingBps)}`,
          detail: <Profit cents={-calculateShare(amount, costs.holdingBps)} />,
        },
      ]
    : [];
