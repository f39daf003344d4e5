import { Button, LinkButton } from '~/ui/Button';
import { ConfirmField } from '~/ui/forms/ConfirmField';
import { fieldProps, SelectField, TextAreaField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOfForm } from '~/ui/forms/Form';
import { buttonLabel, PreviewCard } from '~/ui/forms/PreviewCard';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Cluster } from '~/ui/layout/Layout';
import { acceptAttribute } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import { importFormSchema } from '../../schema';
import { getTraderName } from '../../traderName';

const FIELD_LABELS = { id: 'Trader', log: 'CSV file', text: 'Or paste its lines' };

/** Form that imports a file of results into a trader's log, all or none, after a preview. */
export function ImportForm({
  traders,
  formKey,
}: {
  traders: { id: string; firstName: string; lastName: string }[];
  formKey: string;
}) {
  const { form, fields, storedFiles, confirm, preview, ...answer } = useActionForm(importFormSchema, {
    id: 'import',
    formKey,
  });
  const faults = fields.log.errors ?? [];
  // The faults of the file's lines are listed above, so only their number is shown.
  const counted = faults.length > 1 ? [`${faults.length} errors. Nothing was imported.`] : faults;
  const isPasted = Boolean(fields.text.initialValue);
  return (
    <Disclosure summary="Import results" open={preview !== undefined || confirm || form.status === 'error'}>
      <PostForm id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit} formKey={answer.formKey} multipart>
        <ErrorSummary errors={problemsOfForm(form, { ...FIELD_LABELS, otp: 'Code' })} />
        <input type="hidden" name="_intent" value="import-trades" />
        <SelectField
          {...fieldProps(fields.id)}
          label={FIELD_LABELS.id}
          placeholder="Choose a trader"
          options={traders.map((each) => ({ value: each.id, label: getTraderName(each) }))}
        />
        <FileField
          {...fieldProps(fields.log)}
          label={FIELD_LABELS.log}
          hint="A line for each result: pair, profit or loss, amount without a sign, date in UTC. At most 10,000. Results already in the log are left out."
          accept={acceptAttribute('log')}
          errors={isPasted ? [] : counted}
          storedFile={faults.length > 0 ? undefined : storedFiles.log}
        />
        <TextAreaField
          {...fieldProps(fields.text)}
          label={FIELD_LABELS.text}
          hint="With the header, as in the template. Use the file or the text."
          errors={isPasted ? [...(fields.text.errors ?? []), ...counted] : fields.text.errors}
        />
        <PreviewCard preview={preview} reasonId={`${form.id}-reason`} />
        <ConfirmField isRequired={confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
        <Cluster>
          <Button tone="primary">{buttonLabel('Preview', preview)}</Button>
          <LinkButton to="/trader-log.csv" document download tone="quiet">
            Template
          </LinkButton>
        </Cluster>
      </PostForm>
    </Disclosure>
  );
}
