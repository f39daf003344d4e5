import { STATUS_OF } from '~/platform/result';
import {
  PART_BYTES,
  type PartRefusal,
  partSchema,
  startUpload,
  startUploadSchema,
  storePart,
} from '~/uploads/inParts.server';
import { markHasFile } from '~/web/form/submission.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/* Receives a file in parts. `begin` answers the offset of an earlier attempt; `part` appends bytes. Answers are JSON. */

type PostedForm = InvestorContext & { form: FormData };

const STATUS_BY_CODE: Record<string, number> = { ...STATUS_OF, 'not-found': 404, 'out-of-order': 409 };

const respondWithRefusal = ({ code, message, received }: PartRefusal) =>
  Response.json({ message, received }, { status: STATUS_BY_CODE[code] ?? 400 });

export const loader = investor.loader(async () => redirect('/dashboard', 303));

export const action = investor.actions({
  begin: async ({ user, form }: PostedForm) => {
    const parsed = startUploadSchema.safeParse(Object.fromEntries(form));
    if (!parsed.success)
      return respondWithRefusal({ code: 'wrong', message: 'This says nothing of a file that could be sent.' });
    const started = await startUpload(user.id, parsed.data);
    return started.ok ? Response.json({ ...started.value, part: PART_BYTES }) : respondWithRefusal(started.error);
  },
  part: markHasFile(async ({ user, form }: PostedForm) => {
    const part = form.get('part');
    if (!(part instanceof File))
      return respondWithRefusal({ code: 'wrong', message: 'There is no part in this form.' });
    const parsed = partSchema.safeParse(Object.fromEntries(form));
    if (!parsed.success)
      return respondWithRefusal({ code: 'not-found', message: 'There is no such file on its way. Choose it again.' });
    const taken = await storePart(user.id, { ...parsed.data, part: new Uint8Array(await part.arrayBuffer()) });
    return taken.ok ? Response.json(taken.value) : respondWithRefusal(taken.error);
  }),
});
