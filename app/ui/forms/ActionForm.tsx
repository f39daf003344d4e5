import type { DefaultValue, FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import { useActionForm } from '~/web/form/useActionForm';
import { Columns, Grid } from '../layout/Layout';
import { Field, fieldProps, type InputProps } from './Field';
import { FieldGroup } from './FieldGroup';
import { ErrorSummary, PostForm, problemsOfForm } from './Form';

/** Field of a form as data. `as` is its control (default `Field`), which gets the other properties. */
type FormField = Omit<InputProps, 'min' | 'max'> & {
  as?: ComponentType<never>;
  short?: string;
  options?: readonly { value: string; label: ReactNode; detail?: ReactNode }[];
  maxLength?: number;
  sends?: string;
};

/** Group of fields: under a heading, in a part of the form, in a grid of cells of this size, or in columns. */
type FormRow = {
  row: FormItem[];
  title?: string;
  in?: ComponentType<{ children: ReactNode }>;
  cell?: ComponentProps<typeof Grid>['cell'];
};

export type FormItem = FormField | FormRow | ReactNode;

export type Schema = z.ZodType<Record<string, unknown>>;
type Answer<S extends Schema> = ReturnType<typeof useActionForm<S>>;
type Summary = Omit<ComponentProps<typeof ErrorSummary>, 'errors'>;

export type FormOf<S extends Schema> = Pick<ComponentProps<typeof PostForm>, 'action' | 'at' | 'inline'> & {
  schema: S;
  id: string;
  formKey?: string;
  values?: DefaultValue<z.input<S>>;
  intent?: string;
  hidden?: Record<string, string | number | undefined>;
  fields?: readonly FormItem[];
  labels?: Record<string, string>;
};

/** Form built from fields, with the messages of its last answer. `again` and `code` are fields that the server may require. */
export function ActionForm<S extends Schema>({
  schema,
  id,
  values,
  intent,
  hidden,
  fields = [],
  labels,
  summary,
  again,
  code,
  children,
  ...post
}: FormOf<S> & {
  summary?: (errors: Record<string, string[]>) => Summary;
  again?: FormField;
  code?: FormField;
  children: ReactNode | ((answer: Answer<S>) => ReactNode);
}) {
  const answer = useActionForm(schema, { id, formKey: post.formKey, defaultValue: values });
  const { form, storedFiles, formKey, mustConfirm, confirm } = answer;
  const metadata = answer.fields as Record<string, FieldMetadata<unknown>>;
  const names = { ...labels };
  let multipart: true | undefined;
  const render = (item: FormItem, place: number): ReactNode => {
    const { row, cell, title, in: part, ...field } = (item ?? {}) as FormRow & FormField;
    if (row && title) {
      return (
        <FieldGroup key={title} title={title}>
          {cell ? <Grid cell={cell}>{row.map(render)}</Grid> : row.map(render)}
        </FieldGroup>
      );
    }
    if (row) {
      const Cells: ComponentType<{ cell?: FormRow['cell']; children: ReactNode }> = part ?? (cell ? Grid : Columns);
      return (
        <Cells key={place} cell={cell}>
          {row.map(render)}
        </Cells>
      );
    }
    if (!field.name) return item as ReactNode;
    const { as = Field, short, ...own } = field;
    const Control = as as ComponentType<object>;
    names[own.name] = short ?? String(own.label);
    const { defaultValue, ...wiring } = fieldProps(metadata[own.name] as FieldMetadata<unknown>);
    if (own.accept) multipart = true;
    // A file field can't be filled in; a file from an earlier attempt is shown by name instead.
    const value = own.accept ? { storedFile: storedFiles[own.name] } : { defaultValue };
    return <Control key={own.name} {...wiring} {...value} {...own} />;
  };
  const items = [...fields, mustConfirm && again, confirm && code].map(render);
  return (
    <PostForm
      id={form.id}
      noValidate={form.noValidate}
      onSubmit={form.onSubmit}
      {...post}
      formKey={formKey}
      multipart={multipart}
    >
      <ErrorSummary {...summary?.(form.allErrors)} errors={problemsOfForm(form, names)} />
      {Object.entries({ _intent: intent, ...hidden }).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {items}
      {typeof children === 'function' ? children(answer) : children}
    </PostForm>
  );
}

export const REASON_FIELD = { name: 'reason', label: 'Reason', autoComplete: 'off', maxLength: 300 } as const;
export const REASON_FOR_INVESTOR = {
  ...REASON_FIELD,
  label: 'Reason, shown to the investor',
  short: 'Reason',
} as const;
