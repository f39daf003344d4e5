import { Button } from '~/ui/Button';
import { ActionForm, REASON_FIELD, type Schema } from '~/ui/forms/ActionForm';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { SelectField } from '~/ui/forms/Field';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { BREAK_SCHEMAS, type BreakIntent, ON_NO_STATEMENT } from '../schema';

type Choice = { value: string; label: string; detail?: string };
type FormField = { name: string; label: string; as?: unknown };
type FormKind = { fields: readonly FormField[]; submitLabel: string; danger?: boolean; lead?: string };

const choiceField = (name: string, label = '') => ({ as: RadioCards, name, label });
const moneyField = (label: string) => ({ as: MoneyField, name: 'amount', label });
const ANOTHER_FIELD = { as: Checkbox, name: 'another', label: 'Another movement' };
const OWNER_FIELD = { name: 'email', label: 'Owner’s email', type: 'email', autoComplete: 'off' };
const ASSIGNEE_FIELD = { as: SelectField, name: 'to', label: 'Administrator', placeholder: 'Choose', required: true };
const NOTE_FIELD = { ...REASON_FIELD, name: 'note', label: 'Note' };

const BREAK_FORMS: Record<Exclude<BreakIntent, 'take' | 'give-back'>, FormKind> = {
  link: { fields: [choiceField('other'), REASON_FIELD], submitLabel: 'Match' },
  resolve: { fields: [choiceField('as', 'Resolution'), REASON_FIELD], submitLabel: 'Resolve' },
  elsewhere: { fields: [REASON_FIELD], submitLabel: 'Resolve', lead: `${ON_NO_STATEMENT}.` },
  undo: { fields: [REASON_FIELD], submitLabel: 'Reopen' },
  assign: { fields: [ASSIGNEE_FIELD], submitLabel: 'Assign' },
  note: { fields: [NOTE_FIELD], submitLabel: 'Add note' },
  credit: { fields: [OWNER_FIELD, REASON_FIELD], submitLabel: 'Credit the owner', danger: true },
  correct: {
    fields: [choiceField('deposit', 'Deposit'), moneyField('Amount received'), REASON_FIELD],
    submitLabel: 'Correct the deposit',
    danger: true,
  },
  book: {
    fields: [choiceField('as', 'Book as'), moneyField('Value in dollars'), ANOTHER_FIELD, REASON_FIELD],
    submitLabel: 'Book',
    danger: true,
  },
};

export type BreakFormProps = {
  kind: keyof typeof BREAK_FORMS;
  options?: readonly Choice[];
  label?: string;
  values?: Record<string, string | undefined>;
  /** Description of a similar line in another statement. */
  alike?: string;
  formKey?: string;
};

export function BreakForm({ kind, options, label, alike, back, formKey, values }: BreakFormProps & { back: string }) {
  const { fields, submitLabel, danger, lead } = BREAK_FORMS[kind];
  const items = fields.flatMap((field): object[] => {
    if (field.as === SelectField) return [{ ...field, options }];
    if (field.as === RadioCards) return [{ ...field, label: field.label || label, options }];
    if (field.as !== Checkbox) return [field];
    return alike ? [{ ...field, label: `Another movement than ${alike}`, short: field.label }] : [];
  });
  const form = {
    formKey,
    values: values as never,
    schema: BREAK_SCHEMAS[kind] as Schema,
    id: kind,
    intent: kind,
    hidden: { group: values?.group, from: values?.from },
    fields: [lead && <p key="lead">{lead}</p>, ...items] as Parameters<typeof ActionForm>[0]['fields'],
  };
  if (!formKey)
    return (
      <ActionForm {...form} inline={kind === 'note' || kind === 'assign'}>
        <Button>{submitLabel}</Button>
      </ActionForm>
    );
  const cancel = { to: back, text: 'Cancel' };
  return <PreviewedForm {...form} submitLabel={submitLabel} danger={danger} again="Yes, do this again" back={cancel} />;
}
