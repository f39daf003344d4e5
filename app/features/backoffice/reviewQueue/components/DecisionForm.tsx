import { type ComponentType, type ReactNode, useContext } from 'react';
import { Field, type InputProps } from '~/ui/forms/Field';
import { PostForm } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { Stack } from '~/ui/layout/Layout';
import { PlaceIdContext } from '~/ui/savedPlace';
import { ROW_FORM } from '~/web/form/problemsOfAnswer';
import type { FormAnswer } from '~/web/form/submission.server';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import { useActionData } from '~/web/router';
import { ButtonFold } from './ButtonFold';
import { LineField } from './LineField';
import { OpenItemContext, ShownDecisionContext } from './openItemContext';

const SHORTCUT_OF_DECISION: Readonly<Record<string, string>> = {
  approve: 'a',
  accept: 'a',
  answer: 'a',
  pay: 'a',
  reject: 'r',
  hold: 'h',
};

/** Field of a decision's form. `as` is the control (default `Field`), `filled` the initial value. */
type DecisionField = Omit<InputProps, 'id' | 'errors' | 'defaultValue'> & {
  as?: ComponentType<never>;
  filled?: string;
  choices?: readonly string[];
  options?: readonly { value: string; label: string }[];
  maxLength?: number;
};

/** Form of a decision about a row. `keys` has the decisions that are possible now; without a key there is no form. */
type Decision = {
  id: string;
  decision: string;
  keys: Record<string, string>;
  button: string;
  danger?: boolean;
  quiet?: boolean;
  /** True to stack the fields, because one of them has several lines. */
  tall?: boolean;
  hidden?: Record<string, string>;
  fields?: readonly (DecisionField | false | null)[];
};

export function DecisionForm({
  id,
  decision,
  keys,
  button,
  danger = false,
  quiet = false,
  tall = false,
  hidden,
  fields = [],
}: Decision) {
  const place = useContext(PlaceIdContext);
  const own = useContext(OpenItemContext);
  const answer = useActionData() as FormAnswer | undefined;
  const entered = useInput(id, decision);
  const ownAnswer = entered ? answer : undefined;
  const before = useContext(ShownDecisionContext);
  const first = !entered && before?.decision === decision ? before : null;
  const confirm = (first ?? ownAnswer)?.confirm === true;
  const preview = (first ?? ownAnswer)?.preview;
  const formKey = ((confirm || preview) && ownAnswer?.formKey) || keys[decision];
  if (!formKey) return null;
  const fieldId = (name: string) => decisionFieldId(name, { id, _intent: decision });
  return (
    <PostForm
      formKey={formKey}
      at={place ?? id}
      action={own ?? undefined}
      data-key={SHORTCUT_OF_DECISION[decision]}
      inline={!tall}
    >
      {Object.entries({ _form: ROW_FORM, id, _intent: decision, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => {
        if (!field) return null;
        const { as = Field, filled, ...control } = field;
        const Control = as as ComponentType<Record<string, unknown>>;
        const { name } = control;
        const value = { defaultValue: entered?.[name] ?? filled, errors: ownAnswer?.result.error?.[name] ?? undefined };
        return <Control key={name} id={fieldId(name)} {...value} {...control} />;
      })}
      <PreviewedSubmit
        submitLabel={button}
        danger={danger}
        quiet={quiet}
        confirm={confirm}
        preview={preview}
        isFirst={first !== null}
        fieldId={fieldId}
        errors={answer?.result.error ?? {}}
        reason={entered?.reason}
      />
    </PostForm>
  );
}

/** Form of a decision, folded below its button's label. `lead` is shown above the fields. */
export function FoldedDecision({ lead, ...form }: Decision & { lead?: ReactNode }) {
  const entered = useInput(form.id, form.decision);
  if (!form.keys[form.decision]) return null;
  return (
    <ButtonFold name={form.button} danger={form.danger} open={entered !== null}>
      <Stack gap="tight">
        {lead && <p className="wrap-anywhere">{lead}</p>}
        <DecisionForm {...form} />
      </Stack>
    </ButtonFold>
  );
}

export const reasonField = (choices?: readonly string[]) =>
  ({ as: LineField, name: 'reason', label: 'Reason, shown to the investor', choices, required: true }) as const;

export const ReasonedDecision = ({ reasons, ...decision }: Decision & { reasons?: readonly string[] }) => (
  <FoldedDecision {...decision} danger fields={[reasonField(reasons)]} />
);

export const decisionFieldId = (name: string, { id, _intent }: Record<string, unknown>): string =>
  `${name}-${_intent}-${id}`;

/** Returns the input of this row's form if it was just refused; otherwise null. */
function useInput(id: string, decision: string): Record<string, string | undefined> | null {
  const entered = useReturnedValues();
  return entered?.id === id && entered._intent === decision ? entered : null;
}
