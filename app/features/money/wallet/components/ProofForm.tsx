import { Button } from '~/ui/Button';
import { Field } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm } from '~/ui/forms/Form';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { problemsOfAnswer } from '~/web/form/problemsOfAnswer';
import type { FormAnswer } from '~/web/form/submission.server';
import { useActionData } from '~/web/router';
import type { IdField } from '../paymentFields.server';

/** Form for a missing proof. It is validated only by the server, since a validator in the browser would outweigh the page. */
export function ProofForm({
  id,
  formKey,
  wants,
  idField,
}: {
  id: string;
  formKey: string;
  wants: { picture: boolean; transactionId: boolean };
  idField: IdField;
}) {
  const latest = useActionData() as FormAnswer | undefined;
  const answer = latest?.form === 'prove' ? latest : undefined;
  const errorsOf = (name: string) => answer?.result.error?.[name] ?? undefined;
  return (
    <PostForm id="prove" formKey={answer?.formKey ?? formKey} at="main" multipart>
      <ErrorSummary errors={problemsOfAnswer(answer, (name) => `prove-${name}`)} />
      <input type="hidden" name="_intent" value="prove" />
      <input type="hidden" name="id" value={id} />
      {wants.picture && (
        <FileField
          id="prove-proof"
          name="proof"
          errors={errorsOf('proof')}
          label="Picture of the payment"
          hint={`${acceptedText('proof')}. Only you and management can see it.`}
          accept={acceptAttribute('proof')}
          storedFile={answer?.storedFiles?.proof}
          sends="proof"
        />
      )}
      {wants.transactionId && (
        <Field
          id="prove-transactionId"
          name="transactionId"
          label="Transaction ID"
          hint={idField.practice ? `Nothing is paid in paper mode: enter ${idField.practice}` : idField.hint}
          defaultValue={String(answer?.result.initialValue?.transactionId ?? '')}
          errors={errorsOf('transactionId')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Button tone="primary">Add proof</Button>
    </PostForm>
  );
}
