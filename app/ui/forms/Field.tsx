import type { FieldMetadata } from '@conform-to/react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx';
import { FormError } from './Form';

/** Props of every field. `required={false}` marks it as optional. An `id` is needed only if two forms share a page. */
export type Common = {
  label: ReactNode;
  /** True to hide the label visually, if the control shows the same text. */
  bare?: boolean;
  name: string;
  id?: string;
  hint?: ReactNode;
  errors?: string[];
  required?: boolean;
};

export type InputProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Common | 'className'>;

export function Field(props: InputProps) {
  return (
    <Labelled {...props}>
      {(wiring) => <input type="text" {...nativeProps(props)} {...wiring} className={INPUT_CLASS} />}
    </Labelled>
  );
}

/** Text area for a message of up to `maxLength` characters, or for lines of data without `maxLength`. */
export function TextAreaField({
  defaultValue,
  maxLength,
  ...props
}: Common & { defaultValue?: string; maxLength?: number }) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <textarea
          name={props.name}
          required={props.required}
          defaultValue={defaultValue}
          rows={maxLength === undefined ? 3 : 6}
          maxLength={maxLength}
          spellCheck={maxLength !== undefined}
          {...wiring}
          className={cx(FIELD_CLASS, 'py-2', maxLength === undefined && 'font-mono')}
        />
      )}
    </Labelled>
  );
}

/** Select of many options. `placeholder` adds an empty first one. */
export function SelectField({
  options,
  placeholder,
  defaultValue,
  autoComplete,
  ...props
}: Common & {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  defaultValue?: string;
  autoComplete?: string;
}) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <select
          name={props.name}
          required={props.required}
          defaultValue={defaultValue}
          autoComplete={autoComplete}
          {...wiring}
          className={FIELD_CLASS}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value === label ? undefined : value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Returns options by name. Includes the stored one, whose spelling may differ and which would otherwise be lost. */
export const optionsWithStored = (stored: string | null | undefined, names: readonly string[]) =>
  (stored && !names.includes(stored) ? [stored, ...names] : names).map((name) => ({
    value: name,
    label: name.replaceAll('_', ' '),
  }));

/** Returns the properties of a field from conform's: `<Field label="Email" {...fieldProps(fields.email)} />`. */
export const fieldProps = (field: FieldMetadata<unknown>) => ({
  id: field.id,
  name: field.name,
  errors: field.errors,
  defaultValue: field.initialValue as string | undefined,
  required: field.required,
});

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; autoFocus?: true };

export function Labelled({ children, ...props }: Common & { children: (wiring: Wiring) => ReactNode }) {
  const { wiring, notes } = controlProps(props);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={wiring.id} className={props.bare ? 'sr-only' : 'font-medium'}>
        {props.label}
        {props.required === false && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children(wiring)}
      {notes}
    </div>
  );
}

export function controlProps({ id, name, hint, errors }: Common) {
  const field = id ?? name;
  const wrong = Boolean(errors?.length);
  const hintId = `${field}-description`;
  const errorId = `${field}-error`;
  const wiring: Wiring = {
    id: field,
    'aria-describedby': cx(wrong && errorId, Boolean(hint) && hintId) || undefined,
    'aria-invalid': wrong || undefined,
    // Without scripts, focuses the first invalid field, unless a summary above it has the focus.
    autoFocus: wrong || undefined,
  };
  const notes = (
    <>
      {wrong && <FormError id={errorId}>{errors?.join(' ')}</FormError>}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
  return { wiring, notes };
}

export function nativeProps<P extends Common>({ label, bare, hint, errors, id, ...control }: P) {
  return control;
}

export const FIELD_CLASS = 'input';

export const INPUT_CLASS = `${FIELD_CLASS} read-only:bg-well`;

export const CHECKBOX_CLASS = 'size-6 shrink-0';
