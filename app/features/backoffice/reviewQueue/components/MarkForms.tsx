import { SelectField } from '~/ui/forms/Field';
import { FoldedDecision } from './DecisionForm';
import { LineField } from './LineField';

export type Colleague = { value: string; label: string };

type MarkableRow = { id: string; keys: Record<string, string> };

export const AssignForm = ({
  colleagues,
  ...form
}: MarkableRow & { colleagues: Colleague[]; hidden?: Record<string, string> }) =>
  colleagues.length > 0 && (
    <FoldedDecision
      {...form}
      decision="assign"
      button="Assign"
      quiet
      fields={[
        {
          as: SelectField,
          name: 'to',
          label: 'Administrator',
          options: colleagues,
          placeholder: 'Choose',
          required: true,
        },
      ]}
    />
  );

export const NoteForm = (form: MarkableRow) => (
  <FoldedDecision
    {...form}
    decision="note"
    button="Note"
    quiet
    fields={[{ as: LineField, name: 'note', label: 'Note (only staff can read it)', required: true }]}
  />
);
