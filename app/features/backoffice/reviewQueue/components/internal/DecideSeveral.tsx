import { SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { WorkTool } from '~/ui/tables/WorkList';
import { problemsIn } from '~/web/form/problemsIn';
import type { FormAnswer } from '~/web/form/submission.server';
import { useReturned } from '~/web/form/useReturned';
import { useActionData } from '~/web/router';
import { SEVERAL } from '../../several';
import { LineField } from '../LineField';

export type Several = { formKey: string; decisions: { value: string; label: string }[]; reasons: string[] };

export function DecideSeveral({ formKey, decisions, reasons, at }: Several & { at: string }) {
  const answer = useActionData() as FormAnswer | undefined;
  const returned = useReturned();
  const mine = answer?.form === SEVERAL ? answer : undefined;
  const typed = mine ? returned : null;
  const errors = mine?.result.error ?? {};
  const fieldId = (name: string) => `${SEVERAL}-${name}`;
  return (
    <WorkTool label="Decide several" tool={SEVERAL} open={mine ? true : undefined}>
      <PostForm id={SEVERAL} formKey={mine?.formKey ?? formKey} action={at} inline>
        <input type="hidden" name="_intent" value={SEVERAL} />
        <ErrorSummary errors={problemsIn(mine, (name) => (name === 'ids' ? undefined : fieldId(name)))} />
        <SelectField
          id={fieldId('decision')}
          name="decision"
          label="Decision for the ticked entries"
          options={decisions}
          placeholder="Choose"
          defaultValue={typed?.decision}
          errors={errors.decision ?? undefined}
          required
        />
        <LineField
          id={fieldId('reason')}
          name="reason"
          label="Reason to reject, which the investor reads"
          choices={reasons}
          defaultValue={typed?.reason}
          errors={errors.reason ?? undefined}
          required={false}
        />
        <PreviewedSubmit
          words="Decide"
          confirm={mine?.confirm === true}
          preview={mine?.preview}
          fieldId={fieldId}
          errors={errors}
        />
      </PostForm>
    </WorkTool>
  );
}
