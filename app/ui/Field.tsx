import type { FieldMetadata } from '@conform-to/react';
import { type InputHTMLAttributes, type ReactNode, useEffect, useState } from 'react';
import { formatUsd } from '~/ledger/money';
import { cx } from './cx';
import { FormError } from './Form';
import { useHydrated } from './hydrated';
import { Icon, type IconName } from './Icon';

/** What every field has. `required={false}` marks it optional; an `id` is needed only where two forms share a page. */
type Common = { label: ReactNode; name: string; id?: string; hint?: ReactNode; errors?: string[]; required?: boolean };

type InputProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Common | 'className'>;

/** A line of text, a number, a date: `type` says which. */
export function Field(props: InputProps) {
  return (
    <Labelled {...props}>{(wiring) => <input type="text" {...native(props)} {...wiring} className={LINE} />}</Labelled>
  );
}

/** Text of many lines, as it is pasted or typed. */
export function TextAreaField({ defaultValue, ...props }: Common & { defaultValue?: string }) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <textarea
          name={props.name}
          required={props.required}
          defaultValue={defaultValue}
          rows={6}
          spellCheck={false}
          {...wiring}
          className={cx(BOX, 'py-2 font-mono')}
        />
      )}
    </Labelled>
  );
}

/** An amount in dollars. `min` and `max` are told in the hint; the server judges them. */
export function MoneyField({ min, max, ...props }: Omit<InputProps, 'type' | 'min' | 'max'> & Range) {
  return (
    <Labelled {...props} hint={props.hint ?? rangeHint({ min, max })}>
      {(wiring) => (
        <span className="relative block">
          <span aria-hidden="true" className="absolute inset-y-0 start-0 flex items-center ps-3 text-muted">
            $
          </span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...native(props)}
            {...wiring}
            className={cx(LINE, 'ps-7')}
          />
        </span>
      )}
    </Labelled>
  );
}

/** A password, which can be shown once scripts run. */
export function PasswordField(props: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <Labelled {...props}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            {...native(props)}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={cx(BOX, 'pe-12')}
          />
          {hydrated && (
            <button
              type="button"
              aria-controls={wiring.id}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0 end-0 flex w-11 cursor-pointer items-center justify-center rounded-control text-muted hover:text-ink"
            >
              <Icon name={shown ? 'eye-off' : 'eye'} />
              <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
            </button>
          )}
        </span>
      )}
    </Labelled>
  );
}

/** One of many. `placeholder` adds an empty first choice. */
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
          className={BOX}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Yes or no: sends `value` or nothing, and starts ticked when `defaultValue` is that value. */
export function Checkbox({ value = 'on', defaultValue, ...props }: Common & { value?: string; defaultValue?: string }) {
  const { wiring, notes } = wire(props);
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          name={props.name}
          value={value}
          defaultChecked={defaultValue === value}
          required={props.required}
          {...wiring}
          className={TICK}
        />
        <span>{props.label}</span>
      </label>
      {notes}
    </div>
  );
}

type Choice = { value: string; label: ReactNode; detail?: ReactNode; icon?: IconName; mark?: ReactNode };

/** One of a few, each with room to explain itself; `small` where a word is all that each has. */
export function RadioCards({
  options,
  defaultValue,
  small,
  ...props
}: Common & { options: readonly Choice[]; defaultValue?: string; small?: boolean }) {
  const { wiring, notes } = wire(props);
  const { id, ...described } = wiring;
  return (
    <fieldset id={id} aria-describedby={described['aria-describedby']} className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{props.label}</legend>
      {notes}
      <div
        className={
          small ? 'flex flex-wrap gap-2' : 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2'
        }
      >
        {options.map(({ value, label, detail, icon, mark }) => (
          <label
            key={value}
            className={cx(
              'flex cursor-pointer items-center rounded-control border border-control bg-surface hover:bg-well has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent',
              small ? 'min-h-11 gap-2 px-3' : 'min-h-14 gap-3 px-4 py-3',
            )}
          >
            <input
              type="radio"
              name={props.name}
              value={value}
              defaultChecked={value === defaultValue}
              required={props.required}
              className={TICK}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{label}</span>
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

/**
 * A file, chosen or dropped. `kept` is one that arrived earlier and need not be sent again after an error elsewhere in
 * the form.
 */
export function FileField({
  accept,
  kept,
  ...props
}: Common & { accept: string; kept?: { id: string; name: string } }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(picture ?? ''), [picture]);
  return (
    <Labelled {...props}>
      {(wiring) => (
        <>
          {kept && (
            <p className="flex items-center gap-2 text-profit">
              <Icon name="check" />
              {kept.name} is uploaded already
              <input type="hidden" name={`_${props.name}`} value={kept.id} />
            </p>
          )}
          <input
            type="file"
            name={props.name}
            accept={accept}
            required={props.required && !kept}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              setPicture(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
            }}
            {...wiring}
            className={cx(
              'block w-full cursor-pointer rounded-control border-2 border-dashed border-control bg-surface p-3 text-muted hover:border-accent hover:bg-accent-soft aria-invalid:border-loss',
              'file:me-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-control file:bg-well file:px-4 file:font-medium file:text-ink',
            )}
          />
          {picture && <img src={picture} alt="As chosen" className="size-20 rounded-control object-contain" />}
        </>
      )}
    </Labelled>
  );
}

/** What a field of ours takes from conform's: `<Field label="Email" {...fieldProps(fields.email)} />`. */
export const fieldProps = (field: FieldMetadata<unknown>) => ({
  id: field.id,
  name: field.name,
  errors: field.errors,
  defaultValue: field.initialValue as string | undefined,
  required: field.required,
});

/** The id a summary's link and a label point at, and what describes and judges the control. */
type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

function Labelled({ children, ...props }: Common & { children: (wiring: Wiring) => ReactNode }) {
  const { wiring, notes } = wire(props);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={wiring.id} className="font-medium">
        {props.label}
        {props.required === false && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children(wiring)}
      {notes}
    </div>
  );
}

/** A control's attributes, and the hint and errors they point at. */
function wire({ id, name, hint, errors }: Common) {
  const field = id ?? name;
  const wrong = Boolean(errors?.length);
  const hintId = `${field}-description`;
  const errorId = `${field}-error`;
  const wiring: Wiring = {
    id: field,
    'aria-describedby': cx(wrong && errorId, Boolean(hint) && hintId) || undefined,
    'aria-invalid': wrong || undefined,
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

/** The attributes that belong to the control itself. */
function native<P extends Common>({ label, hint, errors, id, ...control }: P) {
  return control;
}

type Range = { min?: bigint; max?: bigint };

function rangeHint({ min, max }: Range): string | undefined {
  if (min !== undefined && max !== undefined) return `Between ${formatUsd(min)} and ${formatUsd(max)}`;
  if (min !== undefined) return `At least ${formatUsd(min)}`;
  return max === undefined ? undefined : `At most ${formatUsd(max)}`;
}

const BOX =
  'block min-h-11 w-full min-w-0 rounded-control border border-control bg-surface px-3 py-2 text-ink placeholder:text-muted aria-invalid:border-loss aria-invalid:ring-1 aria-invalid:ring-loss';

const LINE = `${BOX} read-only:bg-well`;

const TICK = 'size-5 shrink-0 accent-accent';
