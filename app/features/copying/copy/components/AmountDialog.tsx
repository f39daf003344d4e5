import { formatUsd } from '~/ledger/money';
import { ActionForm } from '~/ui/forms/ActionForm';
import { REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { MoneyField } from '~/ui/forms/MoneyField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { StepDialog } from '~/ui/layout/Dialog';
import type { OwnedCopy } from '../queries.server';
import { copyAmountSchema } from '../schema';
import { LeavingNote } from './CopyCard';

const DIALOG_TEXTS = {
  'top-up': { title: 'Top up the copy of', button: 'Top up', again: 'Yes, add this amount again' },
  reduce: { title: 'Take money out of the copy of', button: 'Take out', again: 'Yes, take out this amount again' },
};

type Step = { what: keyof typeof DIALOG_TEXTS; copy: OwnedCopy; available: bigint; formKey: string };

const AvailableNote = ({ copy, available }: Pick<Step, 'copy' | 'available'>) => (
  <>
    In this copy: {formatUsd(copy.equity)}. You have {formatUsd(available)} available.
  </>
);

function RemovableNote({ copy: { equity, removable, minimum, floor, standing } }: Pick<Step, 'copy'>) {
  const keeps = [
    ...(standing && standing.positions.length > 0 ? ['open positions'] : []),
    `the trader’s minimum of ${formatUsd(minimum)}`,
    ...(floor !== null && floor > 0n ? [`your floor of ${formatUsd(floor)}`] : []),
  ];
  return (
    <>
      You can take out {removable > 0n ? `up to ${formatUsd(removable)}` : 'nothing now'}. In this copy:{' '}
      {formatUsd(equity)}; {new Intl.ListFormat('en', { type: 'disjunction' }).format(keeps)} may keep the rest.
    </>
  );
}

export function AmountDialog({ what, copy, available, formKey }: Step) {
  const { title, button, again } = DIALOG_TEXTS[what];
  const back = `/usercopytrade/${copy.id}`;
  return (
    <StepDialog title={`${title} ${copy.traderName}`} closeHref={back}>
      <ActionForm
        schema={copyAmountSchema}
        id={what}
        formKey={formKey}
        intent={what}
        hidden={{ id: copy.id }}
        fields={[
          {
            as: MoneyField,
            name: 'amount',
            label: 'Amount',
            hint:
              what === 'reduce' ? <RemovableNote copy={copy} /> : <AvailableNote copy={copy} available={available} />,
          },
          what === 'reduce' && <LeavingNote key="leaving" copy={copy} />,
        ]}
        again={{ ...REPEAT_CHECKBOX, label: again }}
      >
        <SubmitWithBackLink back={{ text: 'Cancel', to: back }}>{button}</SubmitWithBackLink>
      </ActionForm>
    </StepDialog>
  );
}
