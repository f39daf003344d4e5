import type { z } from 'zod';
import type { Act } from '~/features/backoffice/approvals/act';
import { RECEIPT_ACTS } from '~/features/money/reconciliation/receipts.server';
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
} from '~/features/money/reconciliation/resolve.server';
import {
  bookSchema,
  correctSchema,
  creditLineSchema,
  elsewhereSchema,
  linkSchema,
  noteSchema,
  type OfBreak,
  resolveSchema,
  returnSchema,
  takeBreakSchema,
  undoSchema,
} from '~/features/money/reconciliation/schema';
import { STATEMENT_CORRECT } from '~/features/money/reconciliation/statements/correctLine.server';
import { confirming } from '~/features/people/twofactor/confirmFresh.server';
import { actForm } from '../confirmedForm.server';
import { type AdminPost, posting, requestedMethod } from './source.form.server';

type BreakAsked = { method: string; id: string };

const breakPath = ({ method, id }: BreakAsked): string =>
  `/admin/reconciliation/${encodeURIComponent(method)}/breaks/${id}`;

const breakForm = <S extends z.ZodType<object>>(schema: S, act: Act<OfBreak<S>>) =>
  actForm({
    operation: ({ id }: BreakAsked) => `${act.name}:${id}`,
    schema,
    act,
    input: (asked, { id }) => ({ ...asked, id }),
    to: breakPath,
  });

export const BREAK_FORMS = {
  'link-differing': breakForm(linkSchema, STATEMENT_LINK),
  elsewhere: breakForm(elsewhereSchema, STATEMENT_ELSEWHERE),
  book: breakForm(bookSchema, STATEMENT_BOOK),
  correct: breakForm(correctSchema, STATEMENT_CORRECT),
  credit: breakForm(creditLineSchema, RECEIPT_ACTS['statement-credit']),
  return: breakForm(returnSchema, RECEIPT_ACTS['statement-return']),
  undo: actForm({
    operation: ({ id }: BreakAsked) => `statement-undo:${id}`,
    schema: undoSchema,
    act: STATEMENT_UNDO,
    input: (asked) => asked,
    to: breakPath,
  }),
};

const acting = (intent: keyof typeof BREAK_FORMS) => async (context: AdminPost) => {
  const { code: method } = await requestedMethod(context);
  return await BREAK_FORMS[intent].post(
    { ...context, confirm: confirming(context) },
    { method, id: context.params.id ?? '' },
  );
};

const onItsPage = (id: string) => `/breaks/${id}`;

export const BREAK_ACTIONS = {
  take: posting(takeBreakSchema, takeBreak, 'The break is assigned to you', onItsPage),
  'give-back': posting(takeBreakSchema, giveBackBreak, 'The break is assigned to nobody', onItsPage),
  note: posting(noteSchema, noteBreak, 'Note added', onItsPage),
  link: posting(linkSchema, linkBreak, 'Matched'),
  resolve: posting(resolveSchema, resolveBreak, 'The break is resolved'),
  'link-differing': acting('link-differing'),
  elsewhere: acting('elsewhere'),
  book: acting('book'),
  correct: acting('correct'),
  credit: acting('credit'),
  return: acting('return'),
  undo: acting('undo'),
};
