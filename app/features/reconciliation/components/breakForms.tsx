import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { useActionForm } from '~/web/form/useActionForm';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import {
  bookSchema,
  linkSchema,
  noteSchema,
  OWN_MONEY,
  type OwnMoney,
  RESOLUTIONS,
  type Resolution,
  resolveSchema,
  undoSchema,
} from '../schema';

type Choice = { value: string; label: string; detail?: string };

/** Says which movement a line is, or which line a movement. */
export function LinkForm({ options, label }: { options: readonly Choice[]; label: string }) {
  const { form, fields } = useActionForm(linkSchema, { id: 'link' });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, { other: label, reason: 'Reason' })} />
      <input type="hidden" name="_intent" value="link" />
      <RadioCards {...fieldProps(fields.other)} label={label} options={options} />
      <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
      <Button>They belong together</Button>
    </PostForm>
  );
}

/** Says what something is for which nothing is posted. */
export function SettleForm({ choices }: { choices: readonly Resolution[] }) {
  const { form, fields } = useActionForm(resolveSchema, { id: 'settle', defaultValue: { as: choices[0] } });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, { as: 'What it is', reason: 'Reason' })} />
      <input type="hidden" name="_intent" value="settle" />
      <RadioCards
        {...fieldProps(fields.as)}
        label="What it is"
        options={choices.map((value) => ({ value, label: RESOLUTIONS[value] }))}
      />
      <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
      <Button>Settle it</Button>
    </PostForm>
  );
}

/** Books a line that is the operator's own money, or what a network took of it. */
export function BookForm(props: { choices: readonly OwnMoney[]; amount?: string; formKey: string; back: string }) {
  const { form, fields, formKey, askAgain, previewed } = usePreviewedForm(bookSchema, {
    id: 'book',
    defaultValue: { as: props.choices[0], amount: props.amount },
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="book" />
      <ErrorSummary
        errors={problemsOf(form, { as: 'What it is', amount: 'Worth in dollars', reason: 'Reason', otp: 'Code' })}
      />
      <RadioCards
        {...fieldProps(fields.as)}
        label="What it is"
        options={props.choices.map((value) => ({ value, label: OWN_MONEY[value] }))}
      />
      <MoneyField {...fieldProps(fields.amount)} label="Worth in dollars" />
      <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
      <PreviewedSubmit
        {...previewed}
        words="Book it"
        again={askAgain && 'Yes, do this once more'}
        back={{ to: props.back, words: 'Cancel' }}
      />
    </PostForm>
  );
}

/** Writes something down for the others. */
export function NoteForm() {
  const { form, fields } = useActionForm(noteSchema, { id: 'note' });
  return (
    <PostForm {...getFormProps(form)} inline>
      <ErrorSummary errors={problemsOf(form, { note: 'Note' })} />
      <input type="hidden" name="_intent" value="note" />
      <Field {...fieldProps(fields.note)} label="Note" autoComplete="off" maxLength={300} />
      <Button>Note it</Button>
    </PostForm>
  );
}

/** Takes back what a person has said. */
export function UndoForm({ group }: { group: string }) {
  const { form, fields } = useActionForm(undoSchema, { id: 'undo', defaultValue: { group } });
  return (
    <PostForm {...getFormProps(form)} inline>
      <ErrorSummary errors={problemsOf(form, { reason: 'Reason' })} />
      <input type="hidden" name="_intent" value="undo" />
      <input type="hidden" name="group" value={group} />
      <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
      <Button>Take this back</Button>
    </PostForm>
  );
}
