import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { FileField } from '~/ui/forms/FileField';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { paperSchema } from '../schema';

export const PaperForm = ({ shows, formKey }: { shows: string; formKey: string }) => (
  <ActionForm
    schema={paperSchema}
    id="paper"
    formKey={formKey}
    fields={[
      {
        as: FileField,
        name: 'document',
        label: shows,
        hint: `${acceptedText('document')}. Only you and management can see it.`,
        accept: acceptAttribute('document'),
        sends: 'document',
        required: true,
      },
    ]}
  >
    <Button tone="primary">Send this document</Button>
  </ActionForm>
);
