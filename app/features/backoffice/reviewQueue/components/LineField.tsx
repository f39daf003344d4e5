import { Field, type InputProps } from '~/ui/forms/Field';

export function LineField({ choices = [], ...field }: InputProps & { id: string; choices?: readonly string[] }) {
  const list = `${field.id}-choices`;
  if (choices.length === 0) return <Field {...field} autoComplete="off" maxLength={300} />;
  return (
    <div>
      <Field {...field} autoComplete="off" maxLength={300} list={list} />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  );
}
