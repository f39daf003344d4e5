import { getFormProps } from '@conform-to/react';
import { formatUsd } from '~/ledger/money';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { SubmitOrBack } from '~/ui/forms/SubmitOrBack';
import { StepDialog } from '~/ui/layout/Dialog';
import { useActionForm } from '~/web/form/useActionForm';
import type { OwnedCopy } from '../queries.server';
import { copyAmountSchema } from '../schema';
import { LeavingNote } from './CopyCard';

const WORDS = {
  'top-up': { title: 'Top up the copy of', button: 'Top up', again: 'Yes, top up by this amount once more' },
  reduce: { title: 'Take out of the copy of', button: 'Take out', again: 'Yes, take out this amount once more' },
};

type Step = { what: keyof typeof WORDS; copy: OwnedCopy; available: bigint; formKey: string };

const Available = ({ copy, available }: Pick<Step, 'copy' | 'available'>) => (
  <>
    In this copy: {formatUsd(copy.equity)}. You have {formatUsd(available)} available.
  </>
);

function Removable({ copy: { equity, removable, minimum, floor, standing } }: Pick<Step, 'copy'>) {
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
  const { title, button, again } = WORDS[what];
  const { form, fields, askAgain, ...answer } = useActionForm(copyAmountSchema, { id: what, formKey });
  const back = '/usercopytrade';
  return (
    <StepDialog title={`${title} ${copy.traderName}`} closeHref={back}>
      <PostForm {...getFormProps(form)} formKey={answer.formKey}>
        <ErrorSummary errors={problemsOf(form, { amount: 'Amount' })} />
        <input type="hidden" name="id" value={copy.id} />
        <input type="hidden" name="_intent" value={what} />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Amount"
          hint={what === 'reduce' ? <Removable copy={copy} /> : <Available copy={copy} available={available} />}
        />
        {what === 'reduce' && <LeavingNote copy={copy} />}
        {askAgain && <Checkbox name="_again" value="1" label={again} />}
        <SubmitOrBack back={{ words: 'Cancel', to: back }}>{button}</SubmitOrBack>
      </PostForm>
    </StepDialog>
  );
}
