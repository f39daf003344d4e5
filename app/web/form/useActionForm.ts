import { type DefaultValue, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { withStoredFiles } from '~/platform/fields/uploadedFile';
import { useActionData } from '../router';
import type { FormAnswer } from './submission.server';

/** Returns the state of a form: messages and values of the last answer. The browser validates with the same schema. */
export function useActionForm<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  { id, defaultValue, formKey }: { id: string; defaultValue?: DefaultValue<z.input<S>>; formKey?: string },
) {
  const latest = useActionData() as FormAnswer | undefined;
  const answer = latest?.form === id ? latest : undefined;
  const storedFiles = answer?.storedFiles ?? {};
  const [form, fields] = useForm<z.input<S> & Record<string, unknown>, z.output<S>, string[]>({
    id,
    lastResult: answer?.result ?? null,
    defaultValue: defaultValue as never,
    // Validation on blur is off, because a message could move the button away while it is being clicked.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(withStoredFiles(formData), { schema }) as never,
  });
  return {
    form,
    fields,
    storedFiles,
    formKey: answer?.formKey ?? formKey,
    mustConfirm: answer?.mustConfirm ?? false,
    confirm: answer?.confirm ?? false,
    preview: answer?.preview,
  };
}
