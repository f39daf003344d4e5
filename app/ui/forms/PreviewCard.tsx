import { useEffect, useRef } from 'react';
import { Icon } from '../pictures/Icon';
import { Thumbnail } from '../pictures/Thumbnail';
import { Code, WithAmounts } from '../Text';
import { DefinitionList } from '../tables/Data';
import { Field } from './Field';

/** Effect of an act; `from` is the previous value, if any. */
export type EffectLine = { name: string; from?: string; to: string };

export type EffectPreview = {
  title: string;
  lines: EffectLine[];
  digest: string;
  changed: boolean;
  needsReason: boolean;
  why: string[];
};

function renderValue(value: string) {
  if (/^\/files\/[0-9a-f-]{36}$/.test(value)) return <Thumbnail src={value} alt="The picture" small />;
  if (!value) return 'nothing';
  // Addresses, references and keys are shown as code; sentences, names and amounts as text.
  return /^\S{25,}$/.test(value) ? <Code>{value}</Code> : <WithAmounts>{value}</WithAmounts>;
}

export const listEffectItems = (lines: EffectLine[]) =>
  lines.flatMap(({ name, from, to }) => {
    const named = name.charAt(0).toUpperCase() + name.slice(1);
    if (from === undefined) return [{ term: named, detail: renderValue(to) }];
    return [
      { term: `${named} before`, detail: renderValue(from) },
      { term: `${named} after`, detail: renderValue(to) },
    ];
  });

/** Returns a button's label before and after the preview. `named` keeps the label after the preview, for irreversible acts. */
export const buttonLabel = (text: string, preview?: EffectPreview, named = false): string => {
  if (!preview) return text;
  if (preview.why.length > 0) return 'Yes, request it';
  return named ? text : 'Yes, do it';
};

export const firstButtonLabel = (text: string, preview?: EffectPreview): string =>
  preview && preview.why.length > 0 ? 'Request approval' : text;

/** Preview of a form's effect above its button. The form sends the digest back, so that it does only what was shown. */
export function PreviewCard({
  preview,
  isFirst = false,
  reasonId,
  reason = {},
}: {
  preview?: EffectPreview;
  /** True if the page already shows the effect, so that only the hidden fields are rendered. */
  isFirst?: boolean;
  reasonId: string;
  reason?: { input?: string; errors?: string[] };
}) {
  const box = useRef<HTMLElement>(null);
  const digest = preview?.digest;
  useEffect(() => {
    if (digest) box.current?.focus();
  }, [digest]);
  if (!preview) return null;
  const waits =
    preview.why.length > 0
      ? `It waits for a second administrator, since ${preview.why.join('; ')}. Nothing has been requested yet.`
      : null;
  const sent = (
    <>
      {preview.needsReason && (
        <Field
          id={reasonId}
          name="reason"
          label="Reason"
          hint="A number differs by more than 5%. It is kept in the audit log."
          defaultValue={reason.input}
          errors={reason.errors}
          autoComplete="off"
          maxLength={300}
          required
        />
      )}
      <input type="hidden" name="_preview" value={preview.digest} />
    </>
  );
  if (isFirst) {
    return (
      <>
        {waits && <p>{waits}</p>}
        {sent}
      </>
    );
  }
  return (
    <section
      ref={box}
      aria-label="What this does"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript only this leads a person to the question
      autoFocus
      className="flex w-full min-w-0 shrink-0 basis-full flex-col gap-2 rounded-control border border-warning bg-warning-soft p-4"
    >
      <p className="flex items-start gap-2 font-semibold">
        <span className="mt-0.5 text-warning">
          <Icon name="warning" />
        </span>
        <span className="min-w-0 wrap-anywhere">{preview.title}</span>
      </p>
      <p>
        {preview.changed ? 'This is not what was shown before: something has changed since. ' : null}
        {waits ?? 'Nothing has been done yet.'}
      </p>
      <DefinitionList items={listEffectItems(preview.lines)} />
      {sent}
    </section>
  );
}
