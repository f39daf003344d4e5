import { useContext, useEffect, useRef, useState } from 'react';
import { useActionData, useRouteLoaderData } from '~/web/router';
import { Icon } from '../pictures/Icon';
import { type Common, Labelled } from './Field';
import { FormContext } from './Form';
import type { SendProgress } from './scripts/sendFile';

/**
 * File field: a file is chosen, dropped, or was sent by an earlier attempt (`storedFile`). With scripts it is uploaded in parts at once
 * (`sends`).
 */
export function FileField({
  accept,
  storedFile,
  sends,
  ...props
}: Common & { accept: string; storedFile?: { id: string; name: string }; sends?: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  const [sending, setSending] = useState<SendProgress | null>(null);
  const under = useRef<AbortController>();
  const uploadsUnavailable = useRouteLoaderData<{ uploadsUnavailable?: true }>('root')?.uploadsUnavailable;
  const answer = useActionData();
  const [answered, setAnswered] = useState(answer);
  const { csrf = '' } = useContext(FormContext);
  useEffect(() => () => URL.revokeObjectURL(picture ?? ''), [picture]);
  useEffect(() => () => under.current?.abort(), []);
  // The file being sent now, or one that arrived with an earlier attempt.
  const there = sending ? sending.file : storedFile;
  // Errors of an earlier file are cleared when another is chosen.
  const errors = sending && (sending.refused || answer === answered) ? [sending.refused ?? []].flat() : props.errors;

  async function upload(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    setPicture(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
    under.current?.abort();
    setSending(null);
    setAnswered(answer);
    if (!file || !sends) return;
    const controller = new AbortController();
    const { signal } = controller;
    under.current = controller;
    // Without the script, the file is sent with the form.
    const script = await import('./scripts/sendFile').catch(() => null);
    if (signal.aborted) return;
    const report = (now: SendProgress) => signal.aborted || setSending(now);
    await script?.sendFile(input, { purpose: sends, csrf, signal, report });
  }

  return (
    <Labelled {...props} errors={errors}>
      {(wiring) => (
        <>
          {there && (
            <p className="flex items-center gap-2 text-profit">
              <Icon name="check" />
              {there.name} is uploaded already
              <input type="hidden" name={`_${props.name}`} value={there.id} />
            </p>
          )}
          <div className="drop-zone">
            {/* The input fills the zone, so that a file can be dropped anywhere in it, also without scripts. */}
            <input
              type="file"
              name={props.name}
              accept={accept}
              required={props.required && !there}
              onChange={({ target }) => void upload(target)}
              {...wiring}
            />
            <span aria-hidden="true">
              {picture ? <img src={picture} alt="" /> : <Icon name="upload" />}
              {there ? 'Drop another file to replace it' : 'Drop or choose a file'}
            </span>
          </div>
          {uploadsUnavailable && (
            <p className="text-sm text-loss">Files can’t be stored just now. Try again in a few minutes.</p>
          )}
          <p role="status" className="text-sm text-muted empty:hidden">
            {sending?.text}
          </p>
          {sending?.of && <progress value={sending.sent} max={sending.of} aria-label="Upload" className="w-full" />}
        </>
      )}
    </Labelled>
  );
}
