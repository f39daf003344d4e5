import { Button } from '~/ui/Button';
import { ActionForm, REASON_FIELD, type Schema } from '~/ui/forms/ActionForm';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import {
  bookSchema,
  correctSchema,
  creditLineSchema,
  ELSEWHERE,
  elsewhereSchema,
  linkSchema,
  noteSchema,
  resolveSchema,
  returnSchema,
  undoSchema,
} from '../schema';

type Choice = { value: string; label: string; detail?: string };
type FormField = { name: string; label: string; as?: unknown };
type FormKind = { schema: Schema; fields: readonly FormField[]; words: string; danger?: boolean; lead?: string };

const choice = (name: string, label = '') => ({ as: RadioCards, name, label });
const money = (label: string) => ({ as: MoneyField, name: 'amount', label });
const ANOTHER = { as: Checkbox, name: 'another', label: 'Another movement' };
const OWNER = { name: 'email', label: 'Owner’s email', type: 'email', autoComplete: 'off' };
const NOTE = { ...REASON_FIELD, name: 'note', label: 'Note' };

const FORMS = {
  link: { schema: linkSchema, fields: [choice('other'), REASON_FIELD], words: 'Match' },
  'link-differing': { schema: linkSchema, fields: [choice('other'), REASON_FIELD], words: 'Match' },
  resolve: { schema: resolveSchema, fields: [choice('as', 'Resolution'), REASON_FIELD], words: 'Resolve' },
  elsewhere: { schema: elsewhereSchema, fields: [REASON_FIELD], words: 'Resolve', lead: `${ELSEWHERE}.` },
  undo: { schema: undoSchema, fields: [REASON_FIELD], words: 'Reopen' },
  note: { schema: noteSchema, fields: [NOTE], words: 'Add note' },
  credit: { schema: creditLineSchema, fields: [OWNER, REASON_FIELD], words: 'Credit the owner', danger: true },
  correct: {
    schema: correctSchema,
    fields: [choice('deposit', 'Deposit'), money('Amount received'), REASON_FIELD],
    words: 'Correct the deposit',
    danger: true,
  },
  book: {
    schema: bookSchema,
    fields: [choice('as', 'Book as'), money('Value in dollars'), ANOTHER, REASON_FIELD],
    words: 'Book',
    danger: true,
  },
  return: {
    schema: returnSchema,
    fields: [choice('receipt', 'Receipt'), money('Value in dollars'), ANOTHER, REASON_FIELD],
    words: 'Book the return',
    danger: true,
  },
} satisfies Record<string, FormKind>;

export type BreakFormProps = {
  kind: keyof typeof FORMS;
  options?: readonly Choice[];
  label?: string;
  values?: Record<string, string | undefined>;
  /** A line like this one in another statement. */
  alike?: string;
  formKey?: string;
};

export function BreakForm({ kind, options, label, alike, back, formKey, values }: BreakFormProps & { back: string }) {
  const { schema, fields, words, danger, lead }: FormKind = FORMS[kind];
  const items = fields.flatMap((field): object[] => {
    if (field.as === RadioCards) return [{ ...field, label: field.label || label, options }];
    if (field.as !== Checkbox) return [field];
    return alike ? [{ ...field, label: `Another movement than ${alike}`, short: field.label }] : [];
  });
  const form = {
    formKey,
    values: values as never,
    schema,
    id: kind,
    intent: kind,
    hidden: { group: values?.group },
    fields: [lead && <p key="lead">{lead}</p>, ...items] as Parameters<typeof ActionForm>[0]['fields'],
  };
  if (!formKey)
    return (
      <ActionForm {...form} inline={kind === 'note'}>
        <Button>{words}</Button>
      </ActionForm>
    );
  const cancel = { to: back, words: 'Cancel' };
  return <PreviewedForm {...form} words={words} danger={danger} again="Yes, do this once more" back={cancel} />;
}
