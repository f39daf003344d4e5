import { HEIC_REFUSAL } from '~/platform/text/heicRefusal';

/* Loaded when a file is chosen. Shrinks a picture and sends it in parts (`uploads/inParts`) while the form is being filled in. */

/** Limits of a picture: its longest side in pixels, and its size in bytes. */
const MAX_SIDE_PIXELS = 1_600;
const MAX_SENT_BYTES = 150 * 1024;
/** JPEG qualities to try, best first. If the last one is not enough, the picture gets fewer pixels. */
const JPEG_QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45];
/** Largest picture that is read in bytes. Phone pictures are smaller; larger ones could exhaust the page's memory. */
const MAX_PICTURE_BYTES = 40 * 1024 * 1024;
const PART_TIMEOUT_MS = 60_000;
const RETRY_PAUSE_MS = { first: 1_000, longest: 15_000 };

/** Progress of an upload: a text and, while parts are sent, the bytes that have arrived; then the file, or a refusal. */
export type SendProgress = {
  text?: string;
  sent?: number;
  of?: number;
  file?: { id: string; name: string };
  refused?: string;
};

type UploadTarget = { purpose: string; csrf: string; signal: AbortSignal; report: (now: SendProgress) => void };

/** Shrinks and sends a field's chosen file while the form waits. If that fails, the file is sent with the form. */
export async function sendFile(input: HTMLInputElement, where: UploadTarget): Promise<void> {
  const { signal, report } = where;
  const [chosen] = input.files ?? [];
  if (!chosen) return;
  const release = holdForm(input, signal);
  try {
    report({ text: 'The picture is made smaller.' });
    const small = await shrinkPicture(chosen);
    signal.throwIfAborted();
    if (typeof small === 'string') {
      input.value = '';
      return report({ refused: small });
    }
    if (small !== chosen) replaceFile(input, small);
    const end = crypto.subtle && (await sendInParts(small, chosen, where));
    if (!end) return;
    input.value = '';
    report(end);
    // A waiting form is sent only once React has rendered the input with the file's name.
    while (end.file && input.form && !input.form.elements.namedItem(`_${input.name}`)) {
      await new Promise(requestAnimationFrame);
      signal.throwIfAborted();
    }
  } catch {
    // The file in the field is then sent with the form.
  } finally {
    release();
  }
}

/** Replaces the chosen file, so that a form sent without this script sends the smaller one too. */
function replaceFile(input: HTMLInputElement, file: File): void {
  const held = new DataTransfer();
  held.items.add(file);
  input.files = held.files;
}

/**
 * Holds back submissions of the field's form. @returns the function that stops this and sends a submission that was
 * held back
 */
function holdForm({ form }: HTMLInputElement, signal: AbortSignal): () => void {
  let submitter: HTMLElement | null | undefined;
  const hold = (event: SubmitEvent) => {
    // Conform validates fields by submitting a form with a button of its own.
    if (event.submitter?.getAttribute('name') === '__intent__') return;
    submitter = event.submitter;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  form?.addEventListener('submit', hold, true);
  return () => {
    form?.removeEventListener('submit', hold, true);
    if (submitter !== undefined && !signal.aborted) form?.requestSubmit(submitter);
  };
}

/** Returns a picture as an upright JPEG of at most `MAX_SENT_BYTES` bytes without metadata, or the reason why it can't be read. */
export async function shrinkPicture(file: File): Promise<File | string> {
  if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name)) return HEIC_REFUSAL;
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  if (file.size > MAX_PICTURE_BYTES) return 'This file is too large to be a photo. Choose another one.';
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) return 'This file can’t be read as a picture. It may be damaged, or too large. Choose another one.';
  const canvas = document.createElement('canvas');
  try {
    for (let longest = MAX_SIDE_PIXELS; ; longest *= 0.75) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      const pen = canvas.getContext('2d');
      if (!pen) return file;
      // JPEG has no transparency, so the background is white.
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
      for (const quality of JPEG_QUALITIES) {
        const blob = await new Promise<Blob | null>((report) => canvas.toBlob(report, 'image/jpeg', quality));
        if (!blob) return file;
        if (blob.size <= MAX_SENT_BYTES)
          return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
      }
    }
  } finally {
    picture.close();
    canvas.width = 0;
  }
}

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256 = async (file: Blob): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));

async function sendInParts(
  file: File,
  chosen: File,
  { purpose, csrf, signal, report }: UploadTarget,
): Promise<SendProgress | null> {
  const digest = await sha256(file);
  const start = {
    _intent: 'begin',
    purpose,
    name: file.name.slice(-255),
    bytes: String(file.size),
    sha256: digest,
    chosenSha256: file === chosen ? digest : await sha256(chosen),
  };
  let id = '';
  let offset = 0;
  let size = 0;
  let pause = RETRY_PAUSE_MS.first;
  for (;;) {
    const fields = id ? { _intent: 'part', id, offset: String(offset) } : start;
    const part = id ? file.slice(offset, offset + size) : undefined;
    const answer = await postPart({ _csrf: csrf, ...fields }, part, signal);
    signal.throwIfAborted();
    const received = answer && (await answer.json().catch(() => null));
    // The request was redirected to the login or refused; the form will report it.
    if (answer?.redirected || answer?.status === 403) return null;
    if (answer?.ok && received) {
      if (received.file) return { file: received.file };
      [id, offset, pause] = [received.id, received.received, RETRY_PAUSE_MS.first];
      size = received.part ?? size;
      report(describeProgress(offset, file.size));
    } else if (answer?.status === 409 && received) {
      offset = received.received;
      // All bytes have arrived and only need to be checked.
      if (offset === file.size) id = '';
    } else if (answer?.status === 404 && id) {
      id = '';
    } else if (answer && answer.status < 500 && answer.status !== 429) {
      return received?.message ? { refused: received.message } : null;
    } else {
      report(describeProgress(offset, file.size, ' There is no connection. It resumes by itself.'));
      await wait(Math.max(pause, 1000 * Number(answer?.headers.get('Retry-After') ?? 0)), signal);
      pause = Math.min(2 * pause, RETRY_PAUSE_MS.longest);
      // The part may have arrived although its answer was lost.
      id = '';
    }
  }
}

const formatKilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;

const describeProgress = (sent: number, of: number, more = ''): SendProgress => ({
  text: `${formatKilobytes(of - sent)} of ${formatKilobytes(of)} left to send.${more}`,
  sent,
  of,
});

async function postPart(fields: Record<string, string>, part: Blob | undefined, signal: AbortSignal) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (part) body.append('part', part, 'part');
  const ended = AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]);
  // Marks a request of a script, so that an ended session returns to the form's page.
  const headers = { Accept: 'application/json' };
  return await fetch('/uploads', { method: 'POST', body, headers, signal: ended }).catch(() => null);
}

const wait = (pause: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = AbortSignal.any([signal, AbortSignal.timeout(pause)]);
    done.addEventListener('abort', () => resolve(), { once: true });
    addEventListener('online', () => resolve(), { once: true, signal: done });
    if (done.aborted) resolve();
  });
