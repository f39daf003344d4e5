import { type ComponentType, type ReactNode, useContext } from 'react';
import { Field, type InputProps } from '~/ui/forms/Field';
import { PostForm } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { PlaceContext } from '~/ui/keptPlace';
import { Stack } from '~/ui/layout/Layout';
import { ROW_FORM } from '~/web/form/problemsIn';
import type { FormAnswer } from '~/web/form/submission.server';
import { useReturned } from '~/web/form/useReturned';
import { useActionData } from '~/web/router';
import { ButtonFold } from './ButtonFold';
import { KEY_OF } from './internal/keyOf';
import { LineField } from './LineField';
import { OpenItemContext } from './openItemContext';

type Decided = { id: string; decision: string; keys: Record<string, string> };

/** One decision about one row: `keys` has the decisions that are possible now, and without one there is no form. */
type Decision = {
  id: string;
  decision: string;
  keys: Record<string, string>;
  button: string;
  danger?: boolean;
  quiet?: boolean;
  /** Its fields stand one under the other: one is of many lines. */
  tall?: boolean;
  hidden?: Record<string, string>;
  fields?: readonly (DecisionField | false | null)[];
};

/** The form of one decision. */
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
  const place = useContext(PlaceContext);
  const own = useContext(OpenItemContext);
  const answer = useActionData() as FormAnswer | undefined;
  const typed = useTyped(id, decision);
  const mine = typed ? answer : undefined;
  const confirm = mine?.confirm === true;
  const preview = mine?.preview;
  const formKey = ((confirm || preview) && mine?.formKey) || keys[decision];
  if (!formKey) return null;
  const fieldId = (name: string) => decisionFieldId(name, { id, _intent: decision });
  return (
    <PostForm formKey={formKey} at={place ?? id} action={own ?? undefined} data-key={KEY_OF[decision]} inline={!tall}>
      {Object.entries({ _form: ROW_FORM, id, _intent: decision, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => {
        if (!field) return null;
        const { as = Field, filled, ...control } = field;
        const Control = as as ComponentType<Record<string, unknown>>;
        const { name } = control;
        const value = { defaultValue: typed?.[name] ?? filled, errors: mine?.result.error?.[name] ?? undefined };
        return <Control key={name} id={fieldId(name)} {...value} {...control} />;
      })}
      <PreviewedSubmit
        words={button}
        danger={danger}
        quiet={quiet}
        confirm={confirm}
        preview={preview}
        fieldId={fieldId}
        errors={answer?.result.error ?? {}}
        reason={typed?.reason}
      />
    </PostForm>
  );
}

export function WrittenDecision(
  props: Decided & {
    button: string;
    danger?: boolean;
    quiet?: boolean;
    lead?: ReactNode;
    name: 'reason' | 'reference' | 'note';
    label: string;
    hint?: string;
    filled?: string;
    reasons?: readonly string[];
    children?: ReactNode;
  },
) {
  const { id, decision, keys, name, label, hint, filled, button, reasons } = props;
  const typed = useTyped(id, decision);
  const errors = useRefused(id, decision, name);
  if (!keys[decision]) return null;
  return (
    <ButtonFold name={name ?? form.button} danger={form.danger} open={typed !== null}>
      <Stack gap="tight">
        {lead && <p className="wrap-anywhere">{lead}</p>}
        <DecisionForm {...form} />
      </Stack>
    </ButtonFold>
  );
}

export const ReasonedDecision = (props: Decided & { button: string; reasons?: readonly string[] }) => (
  <WrittenDecision {...props} danger name="reason" label="Reason, shown to the investor" />
);

/** The id of a field in the form of a row and decision, for its label and for what leads to it. */
export const decisionFieldId = (name: string, { id, _intent }: Record<string, unknown>): string =>
  `${name}-${_intent}-${id}`;

/** Returns the error of a field in this row's form. */
export function useRefused(id: string, decision: string, name: string): string[] | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  return (useTyped(id, decision) && answer?.result.error?.[name]) || undefined;
}

/** Returns the values of this row's refused form; null when it was another's. */
export function useTyped(id: string, decision: string): Record<string, string | undefined> | null {
  const typed = useReturned();
  return typed?.id === id && typed._intent === decision ? typed : null;
}
