import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import { proofSchema } from '../schema';

/** What proves a deposit that was reported without it; each of the two only while it is missing. */
export function ProofForm(props: { id: string; formKey: string; wants: { picture: boolean; transactionId: boolean } }) {
  const { id, wants } = props;
  const { form, fields, kept, formKey } = useActionForm(proofSchema, { id: 'prove', formKey: props.formKey });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey} multipart>
      <ErrorSummary errors={problemsOf(form, { proof: 'Picture', transactionId: 'Transaction id' })} />
      <input type="hidden" name="_intent" value="prove" />
      <input type="hidden" name="id" value={id} />
      {wants.picture && (
        <FileField
          id={fields.proof.id}
          name={fields.proof.name}
          errors={fields.proof.errors}
          label="Picture of the payment"
          hint={`${acceptedText('proof')}. Only you and management can see it.`}
          accept={acceptAttribute('proof')}
          kept={kept.proof}
        />
      )}
      {wants.transactionId && (
        <Field
          label="Transaction id"
          hint="As your wallet shows it; also called transaction hash."
          {...fieldProps(fields.transactionId)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Button tone="primary">Add proof</Button>
    </PostForm>
  );
}
