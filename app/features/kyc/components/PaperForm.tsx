import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import { paperSchema } from '../schema';

/** The form for the one document that was asked for again. */
export function PaperForm({ shows, formKey: key }: { shows: string; formKey: string }) {
  const { form, fields, kept, formKey } = useActionForm(paperSchema, { id: 'paper', formKey: key });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey} multipart>
      <ErrorSummary errors={problemsOf(form, { document: shows })} />
      <FileField
        id={fields.document.id}
        name={fields.document.name}
        errors={fields.document.errors}
        label={shows}
        hint={`${acceptedText('document')}. Only you and management can see it.`}
        accept={acceptAttribute('document')}
        kept={kept.document}
        sends="document"
        required
      />
      <Button tone="primary">Send this document</Button>
    </PostForm>
  );
}
