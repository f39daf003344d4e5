import { type ReactNode, useContext } from 'react';
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

export function DecisionForm({
  id,
  decision,
  keys,
  button,
  danger = false,
  quiet = false,
  tall = false,
  children,
}: Decided & {
  button: string;
  danger?: boolean;
  quiet?: boolean;
  tall?: boolean;
  children?: ReactNode;
}) {
  const place = useContext(PlaceContext);
  const own = useContext(OpenItemContext);
  const answer = useActionData() as FormAnswer | undefined;
  const typed = useTyped(id, decision);
  const mine = typed ? answer : undefined;
  const confirm = mine?.confirm === true;
  const preview = mine?.preview;
  const formKey = ((confirm || preview) && mine?.formKey) || keys[decision];
  if (!formKey) return null;
  return (
    <PostForm formKey={formKey} at={place ?? id} action={own ?? undefined} data-key={KEY_OF[decision]} inline={!tall}>
      <input type="hidden" name="_form" value={ROW_FORM} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="_intent" value={decision} />
      {children}
      <PreviewedSubmit
        words={button}
        danger={danger}
        quiet={quiet}
        confirm={confirm}
        preview={preview}
        fieldId={(name) => decisionFieldId(name, { id, _intent: decision })}
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
    <ButtonFold name={button} danger={props.danger} open={typed !== null}>
      <Stack gap="tight">
        {props.lead && <p className="wrap-anywhere">{props.lead}</p>}
        <DecisionForm {...props}>
          <LineField
            id={decisionFieldId(name, { id, _intent: decision })}
            name={name}
            label={label}
            hint={hint}
            choices={reasons}
            defaultValue={typed?.[name] ?? filled}
            errors={errors}
            required
          />
          {props.children}
        </DecisionForm>
      </Stack>
    </ButtonFold>
  );
}

export const ReasonedDecision = (props: Decided & { button: string; reasons?: readonly string[] }) => (
  <WrittenDecision {...props} danger name="reason" label="Reason, shown to the investor" />
);

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
