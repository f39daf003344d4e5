import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon, type IconName } from '../pictures/Icon';
import { CHECKBOX_CLASS, type Common, controlProps } from './Field';

/** Checkbox that sends `value` or nothing. It is initially checked if `defaultValue` equals `value`. */
export function Checkbox({ value = 'on', defaultValue, ...props }: Common & { value?: string; defaultValue?: string }) {
  const { wiring, notes } = controlProps(props);
  return (
    <div className="tick">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          name={props.name}
          value={value}
          defaultChecked={defaultValue === value}
          required={props.required}
          {...wiring}
          className={CHECKBOX_CLASS}
        />
        <span className="block first-letter:uppercase">{props.label}</span>
      </label>
      {notes}
    </div>
  );
}

/** Checkbox "do it once more", without its label; initially unchecked. */
export const REPEAT_CHECKBOX = { as: Checkbox, name: '_again', value: '1', defaultValue: undefined };

type Choice = { value: string; label: ReactNode; detail?: ReactNode; icon?: IconName; mark?: ReactNode };

/** Radio buttons with explanations; `small` for single words. */
export function RadioCards({
  options,
  defaultValue,
  small,
  ...props
}: Common & { options: readonly Choice[]; defaultValue?: string; small?: boolean }) {
  const { wiring, notes } = controlProps(props);
  const { id, autoFocus, ...described } = wiring;
  const stacked = small && options.some(({ detail }) => Boolean(detail));
  return (
    <fieldset id={id} aria-describedby={described['aria-describedby']} className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{props.label}</legend>
      {notes}
      <div
        className={
          small
            ? stacked
              ? 'grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2'
              : 'flex flex-wrap gap-2'
            : cx(
                'grid gap-2',
                options.length === 3
                  ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]'
                  : 'grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))]',
              )
        }
      >
        {options.map(({ value, label, detail, icon, mark }, index) => (
          <label
            key={value}
            className={cx(
              'flex cursor-pointer items-center rounded-control border border-control bg-surface hover:bg-well has-checked:border-accent has-checked:bg-accent-soft has-checked:edged',
              small
                ? stacked
                  ? 'flex-col gap-1 px-1 py-2 text-center'
                  : 'min-h-11 gap-2 px-3'
                : 'min-h-14 gap-3 px-4 py-3',
            )}
          >
            <input
              type="radio"
              name={props.name}
              value={value}
              defaultChecked={value === defaultValue}
              required={props.required}
              // biome-ignore lint/a11y/noAutofocus: without JavaScript only this leads a person to the error
              autoFocus={autoFocus && index === 0}
              className={CHECKBOX_CLASS}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium first-letter:uppercase">{label}</span>
              {detail && <span className="block text-sm text-muted">{detail}</span>}
            </span>
            {mark}
            {icon && <Icon name={icon} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
