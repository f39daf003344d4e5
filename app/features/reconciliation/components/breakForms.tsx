import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { useActionForm } from '~/web/form/useActionForm';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import {
  BOOKINGS,
  type Booking,
  bookSchema,
  correctSchema,
  creditSchema,
  ELSEWHERE,
  elsewhereSchema,
  linkSchema,
  noteSchema,
  RESOLUTIONS,
  type Resolution,
  resolveSchema,
  returnSchema,
  undoSchema,
} from '../schema';

type Choice = { value: string; label: string; detail?: string };

/** Matches a line with a payment in the books, or a payment with a line; `suggested` is chosen until the person chooses another. */
export function LinkForm(props: { options: readonly Choice[]; label: string; suggested?: string }) {
  const { options, label, suggested } = props;
  const { form, fields } = useActionForm(linkSchema, { id: 'link', defaultValue: { other: suggested } });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, { other: label, reason: 'Reason' })} />
      <input type="hidden" name="_intent" value="link" />
      <RadioCards {...fieldProps(fields.other)} label={label} options={options} />
      <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
      <Button>Match</Button>
    </PostForm>
  );
}

/** Resolves a break for which nothing is posted. */
export function ResolveForm({ choices }: { choices: readonly Resolution[] }) {
  const { form, fields } = useActionForm(resolveSchema, { id: 'resolve', defaultValue: { as: choices[0] } });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, { as: 'Resolution', reason: 'Reason' })} />
      <input type="hidden" name="_intent" value="resolve" />
      <RadioCards
        {...fieldProps(fields.as)}
        label="Resolution"
        options={choices.map((value) => ({ value, label: RESOLUTIONS[value] }))}
      />
      <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
      <Button>Resolve</Button>
    </PostForm>
  );
}

/** What the form of an act on this page needs: its key, and where "Cancel" leads. */
type ActForm = { formKey: string; back: string };

type PreviewedForm = Pick<ReturnType<typeof usePreviewedForm<typeof bookSchema>>, 'askAgain' | 'previewed'>;

/** The end of the form of an act: what it would do, and the buttons; `posts` where it books what can't be taken back. */
const ActEnd = ({
  askAgain,
  previewed,
  words,
  posts,
  back,
}: PreviewedForm & { words: string; posts?: boolean; back: string }) => (
  <PreviewedSubmit
    {...previewed}
    words={words}
    danger={posts}
    again={askAgain && 'Yes, do this once more'}
    back={{ to: back, words: 'Cancel' }}
  />
);

const REASON = { label: 'Reason', autoComplete: 'off', maxLength: 300 } as const;

/** Books a line: the operator's own money, what a network took of it, or what arrived from somebody unknown. */
export function BookForm(props: ActForm & { choices: readonly Booking[]; amount?: string; alike?: string }) {
  const { form, fields, formKey, ...posted } = usePreviewedForm(bookSchema, {
    id: 'book',
    defaultValue: { as: props.choices[0], amount: props.amount },
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="book" />
      <ErrorSummary
        errors={problemsOf(form, {
          as: 'Book as',
          amount: 'Value in dollars',
          another: 'Another movement',
          reason: 'Reason',
          otp: 'Code',
        })}
      />
      <RadioCards
        {...fieldProps(fields.as)}
        label="Book as"
        options={props.choices.map((value) => ({ value, label: BOOKINGS[value] }))}
      />
      <MoneyField {...fieldProps(fields.amount)} label="Value in dollars" />
      {props.alike && <Checkbox {...fieldProps(fields.another)} label={`Another movement than ${props.alike}`} />}
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Book" posts back={props.back} />
    </PostForm>
  );
}

/** Corrects the amount of a deposit to what its line says. */
export function CorrectForm(props: ActForm & { options: readonly Choice[]; amount?: string }) {
  const { form, fields, formKey, ...posted } = usePreviewedForm(correctSchema, {
    id: 'correct',
    defaultValue: { deposit: props.options[0]?.value, amount: props.amount },
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="correct" />
      <ErrorSummary
        errors={problemsOf(form, { deposit: 'Deposit', amount: 'Amount received', reason: 'Reason', otp: 'Code' })}
      />
      <RadioCards {...fieldProps(fields.deposit)} label="Deposit" options={props.options} />
      <MoneyField {...fieldProps(fields.amount)} label="Amount received" />
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Correct the deposit" posts back={props.back} />
    </PostForm>
  );
}

/** Matches a line with a payment whose amount differs, or a payment with such a line. */
export function DifferingForm(props: ActForm & { options: readonly Choice[]; label: string; suggested?: string }) {
  const { options, label, suggested } = props;
  const { form, fields, formKey, ...posted } = usePreviewedForm(linkSchema, {
    id: 'differing',
    defaultValue: { other: suggested },
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="link-differing" />
      <ErrorSummary errors={problemsOf(form, { other: label, reason: 'Reason', otp: 'Code' })} />
      <RadioCards {...fieldProps(fields.other)} label={label} options={options} />
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Match" back={props.back} />
    </PostForm>
  );
}

/** Books a line that went out as an unidentified receipt that was sent back. */
export function ReturnForm(props: ActForm & { options: readonly Choice[]; amount?: string; alike?: string }) {
  const { form, fields, formKey, ...posted } = usePreviewedForm(returnSchema, {
    id: 'return',
    defaultValue: { receipt: props.options[0]?.value, amount: props.amount },
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="return" />
      <ErrorSummary
        errors={problemsOf(form, {
          receipt: 'Receipt',
          amount: 'Value in dollars',
          another: 'Another movement',
          reason: 'Reason',
          otp: 'Code',
        })}
      />
      <RadioCards {...fieldProps(fields.receipt)} label="Receipt" options={props.options} />
      <MoneyField {...fieldProps(fields.amount)} label="Value in dollars" />
      {props.alike && <Checkbox {...fieldProps(fields.another)} label={`Another movement than ${props.alike}`} />}
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Book the return" posts back={props.back} />
    </PostForm>
  );
}

/** Credits an unidentified receipt to its owner. */
export function CreditForm(props: ActForm) {
  const { form, fields, formKey, ...posted } = usePreviewedForm(creditSchema, {
    id: 'credit',
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="credit" />
      <ErrorSummary errors={problemsOf(form, { email: 'Owner’s email', reason: 'Reason', otp: 'Code' })} />
      <Field {...fieldProps(fields.email)} type="email" label="Owner’s email" autoComplete="off" />
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Credit the owner" posts back={props.back} />
    </PostForm>
  );
}

/** Adds a note for the other administrators. */
export function NoteForm() {
  const { form, fields } = useActionForm(noteSchema, { id: 'note' });
  return (
    <PostForm {...getFormProps(form)} inline>
      <ErrorSummary errors={problemsOf(form, { note: 'Note' })} />
      <input type="hidden" name="_intent" value="note" />
      <Field {...fieldProps(fields.note)} label="Note" autoComplete="off" maxLength={300} />
      <Button>Add note</Button>
    </PostForm>
  );
}

/** Says that a payment of ours is on no statement. */
export function ElsewhereForm(props: ActForm) {
  const { form, fields, formKey, ...posted } = usePreviewedForm(elsewhereSchema, {
    id: 'elsewhere',
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="elsewhere" />
      <ErrorSummary errors={problemsOf(form, { reason: 'Reason', otp: 'Code' })} />
      <p>{ELSEWHERE}.</p>
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Resolve" back={props.back} />
    </PostForm>
  );
}

/** Opens a break again that was matched, or that a person has resolved. */
export function UndoForm(props: ActForm & { group: string }) {
  const { form, fields, formKey, ...posted } = usePreviewedForm(undoSchema, {
    id: 'undo',
    defaultValue: { group: props.group },
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <input type="hidden" name="_intent" value="undo" />
      <input type="hidden" name="group" value={props.group} />
      <ErrorSummary errors={problemsOf(form, { reason: 'Reason', otp: 'Code' })} />
      <Field {...fieldProps(fields.reason)} {...REASON} />
      <ActEnd {...posted} words="Reopen" back={props.back} />
    </PostForm>
  );
}
