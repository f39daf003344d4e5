import { type DefaultValue, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { withKept } from '~/platform/fields/uploadedFile';
import { useActionData } from '../router';
import type { FormAnswer } from './submission.server';

/**
 * Returns the state of a form: the last answer's messages and values. With JavaScript the same schema checks on submit and then at every
 * change.
 * @param id unique on the page
 * @param formKey the key from the loader, for a form whose effect happens once. A newer key in the answer replaces it
 */
export function useActionForm<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  { id, defaultValue, formKey }: { id: string; defaultValue?: DefaultValue<z.input<S>>; formKey?: string },
) {
  const latest = useActionData() as FormAnswer | undefined;
  const answer = latest?.form === id ? latest : undefined;
  const kept = answer?.kept ?? {};
  const [form, fields] = useForm<z.input<S> & Record<string, unknown>, z.output<S>, string[]>({
    id,
    lastResult: answer?.result ?? null,
    defaultValue: defaultValue as never,
    // Not on blur: a message that appears then can move the button away while it is clicked.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(withKept(formData), { schema }) as never,
  });
  return {
    form,
    fields,
    kept,
    formKey: answer?.formKey ?? formKey,
    askAgain: answer?.askAgain ?? false,
    confirm: answer?.confirm ?? false,
    preview: answer?.preview,
  };
}
