import { z } from 'zod';
import { openingSchema, statementFileSchema } from '~/features/reconciliation/schema';
import { type Method, methodNamed, setOpening } from '~/features/reconciliation/sources.server';
import { matchAgain, type Taken } from '~/features/reconciliation/statements/takeLines.server';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { counted } from '~/platform/text/figure';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission, withFile } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';
import { data, redirect } from '~/web/responses.server';

export type AdminPost = AdminContext & { form: FormData };

/** The method that the address names; 404 where there is none. */
export async function methodOf({ params }: Pick<AdminContext, 'params'>): Promise<Method> {
  const found = await methodNamed(params.method);
  if (!found) throw data('There is no such method.', { status: 404 });
  return found;
}

export const pathOf = ({ code }: Method): string => `/admin/reconciliation/${encodeURIComponent(code)}`;

/** What became of lines, in a sentence. */
export const takenWords = ({ fresh, matched }: Taken): string =>
  `${fresh === 0 ? 'No new lines' : `${counted(fresh, 'line')} imported`}, ${matched} matched`;

/** What the forms of a source's page do, by intent. */
export const SOURCE_ACTIONS = {
  file: withFile(async (context: AdminPost) => {
    const method = await methodOf(context);
    const sent = await submission(context.form, statementFileSchema, {
      ownerId: context.administrator.id,
      purpose: 'statement',
    });
    if (!sent.ok) return sent.refused;
    return redirect(
      `/admin/reconciliation/${encodeURIComponent(method.code)}/import?file=${sent.value.statement}`,
      303,
    );
  }),
  match: async (context: AdminPost) => {
    const method = await methodOf(context);
    const sent = await submission(context.form, z.object({}));
    if (!sent.ok) return sent.refused;
    const matched = await write((tx) => matchAgain(tx, byAdmin(context.administrator.id), method.code));
    if (!matched.ok) return sent.refuse(matched.error);
    const text = `${counted(matched.value.matched, 'line')} matched`;
    return await redirectWithToast(`/admin/reconciliation/${encodeURIComponent(method.code)}`, {
      tone: 'success',
      text,
    });
  },
  opening: async (context: AdminPost) => {
    const method = await methodOf(context);
    const sent = await submission(context.form, openingSchema);
    if (!sent.ok) return sent.refused;
    const asked = { method: method.code, ...sent.value };
    const set = await write((tx) => setOpening(tx, byAdmin(context.administrator.id), asked));
    if (!set.ok) return sent.refuse(set.error);
    return await redirectWithToast(`/admin/reconciliation/${encodeURIComponent(method.code)}`, {
      tone: 'success',
      text: 'Opening balance saved',
    });
  },
};
