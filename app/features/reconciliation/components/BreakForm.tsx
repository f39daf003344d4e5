import { type FieldMetadata, getFormProps } from '@conform-to/react';
import type { z } from 'zod';
import { Button } from '~/ui/Button';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import {
  bookSchema,
  correctSchema,
  creditSchema,
  ELSEWHERE,
  elsewhereSchema,
  linkSchema,
  noteSchema,
  resolveSchema,
  returnSchema,
  undoSchema,
} from '../schema';

type Choice = { value: string; label: string; detail?: string };

type FormKind = {
  schema: z.ZodType<Record<string, unknown>, Record<string, string>>;
  labels: Record<string, string>;
  submit: string;
  posts?: boolean;
  lead?: string;
};

const REASON = { reason: 'Reason' };

const FORMS = {
  link: { schema: linkSchema, labels: { other: '', ...REASON }, submit: 'Match' },
  'link-differing': { schema: linkSchema, labels: { other: '', ...REASON }, submit: 'Match' },
  resolve: { schema: resolveSchema, labels: { as: 'Resolution', ...REASON }, submit: 'Resolve' },
  elsewhere: { schema: elsewhereSchema, labels: REASON, submit: 'Resolve', lead: `${ELSEWHERE}.` },
  undo: { schema: undoSchema, labels: REASON, submit: 'Reopen' },
  note: { schema: noteSchema, labels: { note: 'Note' }, submit: 'Add note' },
  credit: {
    schema: creditSchema,
    labels: { email: 'Owner’s email', ...REASON },
    submit: 'Credit the owner',
    posts: true,
  },
  correct: {
    schema: correctSchema,
    labels: { deposit: 'Deposit', amount: 'Amount received', ...REASON },
    submit: 'Correct the deposit',
    posts: true,
  },
  book: {
    schema: bookSchema,
    labels: { as: 'Book as', amount: 'Value in dollars', another: 'Another movement', ...REASON },
    submit: 'Book',
    posts: true,
  },
  return: {
    schema: returnSchema,
    labels: { receipt: 'Receipt', amount: 'Value in dollars', another: 'Another movement', ...REASON },
    submit: 'Book the return',
    posts: true,
  },
} satisfies Record<string, FormKind>;

export type BreakFormProps = {
  kind: keyof typeof FORMS;
  options?: readonly Choice[];
  label?: string;
  defaults?: Record<string, string | undefined>;
  alike?: string;
  formKey?: string;
};

export function BreakForm({
  kind,
  options = [],
  label,
  defaults = {},
  alike,
  back,
  ...keyed
}: BreakFormProps & { back: string }) {
  const { schema, submit, posts, lead, ...named }: FormKind = FORMS[kind];
  const options_ = { id: kind, defaultValue: defaults, formKey: keyed.formKey };
  const { form, fields, formKey, askAgain, previewed } = usePreviewedForm(schema, options_);
  const labels = Object.entries(named.labels).map(([name, text]) => [name, text || label || ''] as const);
  const summary = { ...Object.fromEntries(labels), ...(formKey && { otp: 'Code' }) };
  return (
    <PostForm {...getFormProps(form)} formKey={formKey} inline={kind === 'note'}>
      <ErrorSummary errors={problemsOf(form, summary)} />
      <input type="hidden" name="_intent" value={kind} />
      {defaults.group && <input type="hidden" name="group" value={defaults.group} />}
      {lead && <p>{lead}</p>}
      {labels.map(([name, text]) => (
        <FieldOf key={name} name={name} label={text} options={options} alike={alike} field={fields[name]} />
      ))}
      {formKey ? (
        <PreviewedSubmit
          {...previewed}
          words={submit}
          danger={posts}
          again={askAgain && 'Yes, do this once more'}
          back={{ to: back, words: 'Cancel' }}
        />
      ) : (
        <Button>{submit}</Button>
      )}
    </PostForm>
  );
}

type FieldOfProps = { name: string; label: string; field?: FieldMetadata<unknown> } & Pick<
  BreakFormProps,
  'options' | 'alike'
>;

function FieldOf({ name, label, options = [], alike, field }: FieldOfProps) {
  if (!field) return null;
  const props = { ...fieldProps(field), label };
  if (name === 'amount') return <MoneyField {...props} />;
  if (name === 'another') return alike ? <Checkbox {...props} label={`Another movement than ${alike}`} /> : null;
  if (name === 'email') return <Field {...props} type="email" autoComplete="off" />;
  if (name === 'reason' || name === 'note') return <Field {...props} autoComplete="off" maxLength={300} />;
  return <RadioCards {...props} options={options} />;
}
