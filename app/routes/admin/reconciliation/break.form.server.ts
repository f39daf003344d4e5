import type { z } from 'zod';
import { RECEIPT_ACTS } from '~/features/reconciliation/receipts.server';
import {
  giveBackBreak,
  linkBreak,
  noteBreak,
  resolveBreak,
  STATEMENT_BOOK,
  STATEMENT_ELSEWHERE,
  STATEMENT_LINK,
  STATEMENT_UNDO,
  takeBreak,
} from '~/features/reconciliation/resolve.server';
import {
  bookSchema,
  correctSchema,
  creditSchema,
  elsewhereSchema,
  linkSchema,
  noteSchema,
  resolveSchema,
  returnSchema,
  takeBreakSchema,
  undoSchema,
} from '~/features/reconciliation/schema';
import { STATEMENT_CORRECT } from '~/features/reconciliation/statements/correctLine.server';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { type Handle, write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { type AdminActor, byAdmin } from '~/platform/states';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import { actForm } from '../confirmedForm.server';
import { type AdminPost, methodOf, pathOf } from './source.form.server';

/** The break that a page is of. */
export type BreakAsked = { method: string; id: string };

export const breakPath = ({ method, id }: BreakAsked): string =>
  `/admin/reconciliation/${encodeURIComponent(method)}/breaks/${id}`;

/** Books a line. */
export const bookForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-book:${id}`,
  schema: bookSchema,
  act: STATEMENT_BOOK,
  input: (asked, { id }) => ({ ...asked, id }),
  to: breakPath,
});

/** Corrects the amount of a deposit to what its line says. */
export const correctForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-correct:${id}`,
  schema: correctSchema,
  act: STATEMENT_CORRECT,
  input: (asked, { id }) => ({ ...asked, id }),
  to: breakPath,
});

/** Credits an unidentified receipt to its owner. */
export const creditForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-credit:${id}`,
  schema: creditSchema,
  act: RECEIPT_ACTS['statement-credit'],
  input: (asked, { id }) => ({ ...asked, id }),
  to: breakPath,
});

/** Books a line that went out as an unidentified receipt that was sent back. */
export const returnForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-return:${id}`,
  schema: returnSchema,
  act: RECEIPT_ACTS['statement-return'],
  input: (asked, { id }) => ({ ...asked, id }),
  to: breakPath,
});

/** Says that a payment is on no statement. */
export const elsewhereForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-elsewhere:${id}`,
  schema: elsewhereSchema,
  act: STATEMENT_ELSEWHERE,
  input: (asked, { id }) => ({ ...asked, id }),
  to: breakPath,
});

/** Matches a line with a payment whose amount differs. */
export const differingForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-link:${id}`,
  schema: linkSchema,
  act: STATEMENT_LINK,
  input: (asked, { id }) => ({ ...asked, id }),
  to: breakPath,
});

/** Opens a break again. */
export const undoForm = actForm({
  operation: ({ id }: BreakAsked) => `statement-undo:${id}`,
  schema: undoSchema,
  act: STATEMENT_UNDO,
  input: (asked) => asked,
  to: breakPath,
});

type Run<S extends z.ZodType> = (
  tx: Handle,
  by: AdminActor,
  asked: z.output<S> & { id: string },
) => Promise<Result<unknown>>;

/** What a form of the page does, and whether the page of the source or the break's own is shown afterwards. */
const doing =
  <S extends z.ZodType<object>>(schema: S, run: Run<S>, said: string, { stays = false } = {}) =>
  async (context: AdminPost) => {
    const method = await methodOf(context);
    const sent = await submission(context.form, schema);
    if (!sent.ok) return sent.refused;
    const id = context.params.id ?? '';
    const ran = await write((tx) => run(tx, byAdmin(context.administrator.id), { ...sent.value, id }));
    if (!ran.ok) return sent.refuse(ran.error);
    const to = stays ? breakPath({ method: method.code, id }) : pathOf(method);
    return await redirectWithToast(to, { tone: 'success', text: said });
  };

/** The post of a form of an act, about the break that its page is of. */
const acting =
  ({ post }: Pick<typeof bookForm, 'post'>) =>
  async (context: AdminPost) => {
    const { code: method } = await methodOf(context);
    return await post({ ...context, confirm: confirming(context) }, { method, id: context.params.id ?? '' });
  };

/** What the forms of a break's page do, by intent. */
export const BREAK_ACTIONS = {
  take: doing(takeBreakSchema, takeBreak, 'The break is assigned to you', { stays: true }),
  'give-back': doing(takeBreakSchema, giveBackBreak, 'The break is assigned to nobody', { stays: true }),
  note: doing(noteSchema, noteBreak, 'Note added', { stays: true }),
  link: doing(linkSchema, linkBreak, 'Matched'),
  'link-differing': acting(differingForm),
  resolve: doing(resolveSchema, resolveBreak, 'The break is resolved'),
  book: acting(bookForm),
  correct: acting(correctForm),
  credit: acting(creditForm),
  return: acting(returnForm),
  elsewhere: acting(elsewhereForm),
  undo: acting(undoForm),
};
