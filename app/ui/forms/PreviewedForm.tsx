import type { ComponentProps } from 'react';
import { ActionForm, type FormOf, type Schema } from './ActionForm';
import { PreviewedSubmit } from './PreviewedSubmit';

type Submit = Pick<ComponentProps<typeof PreviewedSubmit>, 'danger' | 'named' | 'back'> & {
  submitLabel: string | ((values: Record<string, string | undefined>) => string);
};

/** Form of an administrator with a preview of its effect. `again` labels the checkbox "do it once more". */
export const PreviewedForm = <S extends Schema>({
  submitLabel,
  danger,
  named,
  back,
  cancel,
  again,
  ...form
}: Omit<FormOf<S>, 'labels'> & Submit & { cancel?: string; again?: string }) => (
  <ActionForm {...form} labels={{ otp: 'Code', reason: 'Reason' }}>
    {({ form: { id, allErrors, initialValue, value }, mustConfirm, confirm, preview }) => (
      <PreviewedSubmit
        submitLabel={
          typeof submitLabel === 'string' ? submitLabel : submitLabel({ ...initialValue, ...value } as never)
        }
        danger={danger}
        named={named}
        confirm={confirm}
        preview={preview}
        errors={allErrors}
        fieldId={(name) => `${id}-${name}`}
        reason={String(initialValue?.reason ?? '')}
        again={mustConfirm && again}
        back={back ?? (cancel && preview ? { to: cancel, text: 'Cancel' } : undefined)}
      />
    )}
  </ActionForm>
);
