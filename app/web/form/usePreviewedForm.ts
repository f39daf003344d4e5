import type { DefaultValue } from '@conform-to/react';
import type { z } from 'zod';
import { useActionForm } from './useActionForm';

export function usePreviewedForm<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  options: { id: string; defaultValue?: DefaultValue<z.input<S>>; formKey?: string },
) {
  const { confirm, preview, ...answered } = useActionForm(schema, options);
  const { id, allErrors: errors } = answered.form;
  return { ...answered, previewed: { confirm, preview, errors, fieldId: (name: string) => `${id}-${name}` } };
}
