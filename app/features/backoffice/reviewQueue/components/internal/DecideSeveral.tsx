import type { SeveralOutcome } from '~/features/backoffice/approvals/performSeveral.server';
import { SelectField } from '~/ui/forms/Field';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { TICKED_ENTRIES_INTENT } from '../../several';
import { LineField } from '../LineField';
import { SeveralForm } from '../SeveralForm';

export function SeveralResults({ results }: { results: SeveralOutcome[] }) {
  const left = results.filter(({ ok }) => !ok).length;
  const done = results.length - left;
  return (
    <Notice tone={left > 0 ? 'warning' : 'success'} title={`${done} decided${left > 0 ? `, ${left} unchanged` : ''}`}>
      <Stack gap="tight">
        {results.map(({ id, title, message }) => (
          <span key={id}>
            {title}: {message}
          </span>
        ))}
      </Stack>
    </Notice>
  );
}

export type Several = { formKey: string; decisions: { value: string; label: string }[]; reasons: string[] };

export const DecideSeveral = ({ formKey, decisions, reasons, at }: Several & { at: string }) => (
  <SeveralForm
    intent={TICKED_ENTRIES_INTENT}
    label="Decide several"
    button="Decide"
    formKey={formKey}
    at={at}
    inline
    listed="ids"
  >
    {(field) => (
      <>
        <SelectField
          {...field('decision')}
          label="Decision for the selected entries"
          options={decisions}
          placeholder="Choose"
          required
        />
        <LineField
          {...field('reason')}
          label="Reason to reject or hold"
          hint="The investor is shown why an entry was rejected"
          choices={reasons}
          required={false}
        />
      </>
    )}
  </SeveralForm>
);
