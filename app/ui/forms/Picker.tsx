import type { ReactNode } from 'react';
import { Button } from '../Button';
import { Form } from '../Link';

const PICKER_FORM_ID = 'picked';

/** Checkbox that adds an item to the selection of the page's `Picker`. `label` is for screen readers. */
export const PickCheckbox = ({ value, label }: { value: string; label: string }) => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
    <input type="checkbox" form={PICKER_FORM_ID} name="with" value={value} className="size-6" />
    <span>
      Compare<span className="sr-only"> {label}</span>
    </span>
  </label>
);

/**
 * Selectable cards (at most `atMost`) with a bar that sends up to `max` of them to `action` as the parameter `with`.
 * CSS counts the selected ones without a script.
 */
export function Picker(props: { action: string; label: string; max: number; atMost: number; children: ReactNode }) {
  return (
    <div className="picker group/picker flex flex-col gap-4">
      <div data-records={props.atMost} className="roomy-cells grid gap-4">
        {props.children}
      </div>
      <Form
        id={PICKER_FORM_ID}
        action={props.action}
        method="get"
        className="z-10 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-3 group-has-[input[form=picked]:checked]/picker:sticky group-has-[input[form=picked]:checked]/picker:bottom-16 group-has-[input[form=picked]:checked]/picker:border-accent group-has-[input[form=picked]:checked]/picker:shadow-raised lg:group-has-[input[form=picked]:checked]/picker:bottom-3 print:hidden"
      >
        <span className="text-muted">
          <span className="pick-words">{props.label}</span>
          <span className="pick-count"> of {props.max} chosen</span>
        </span>
        <span className="flex gap-2">
          <span className="pick-clear">
            <Button type="reset" tone="quiet">
              Clear
            </Button>
          </span>
          <Button>Compare</Button>
        </span>
      </Form>
    </div>
  );
}
