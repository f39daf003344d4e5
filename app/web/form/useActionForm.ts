import { type DefaultValue, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { withKept } from '~/platform/fields/uploadedFile';
import { useActionData } from '../router';
import type { FormAnswer } from './submission.server';

/**
 * A form of this page: the last answer of its action (messages, what was typed), and, with JavaScript, the same schema
 * checked in the browser when it is sent and, from then on, while it is mended.
 * @param id unlike every other form's on the page; `PostForm` sends it along, and the answer to another form is not
 *   this one's
 * @param formKey the loader's key, for a form that is done once; a fresh one from the answer goes before it
 */
export function useActionForm<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  { id, defaultValue, formKey }: { id: string; defaultValue?: DefaultValue<z.input<S>>; formKey?: string },
) {
  const latest = useActionData() as FormAnswer | undefined;
  const answer = latest?.form === undefined || latest.form === id ? latest : undefined;
  const kept = answer?.kept ?? {};
  const [form, fields] = useForm<z.input<S> & Record<string, unknown>, z.output<S>, string[]>({
    id,
    lastResult: answer?.result ?? null,
    defaultValue: defaultValue as never,
    // Not when a field is left: a message that appears then moves the button away from under a click.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(withKept(formData, kept), { schema }) as never,
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
