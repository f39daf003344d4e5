import { SelectField } from '~/ui/forms/Field';
import { SEVERAL } from '../../several';
import { LineField } from '../LineField';
import { SeveralForm } from '../SeveralForm';

export type Several = { formKey: string; decisions: { value: string; label: string }[]; reasons: string[] };

export const DecideSeveral = ({ formKey, decisions, reasons, at }: Several & { at: string }) => (
  <SeveralForm intent={SEVERAL} label="Decide several" button="Decide" formKey={formKey} at={at} inline listed="ids">
    {(field) => (
      <>
        <SelectField
          {...field('decision')}
          label="Decision for the ticked entries"
          options={decisions}
          placeholder="Choose"
          required
        />
        <LineField
          {...field('reason')}
          label="Reason to reject or hold"
          hint="The investor reads why an entry was rejected"
          choices={reasons}
          required={false}
        />
      </>
    )}
  </SeveralForm>
);
