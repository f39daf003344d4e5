import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { STATEMENT_BOOK, STATEMENT_CORRECT, STATEMENT_CREDIT } from '~/features/money/reconciliation/book.server';
import {
  claimBreak,
  giveBackBreak,
  noteBreak,
  resolveBreak,
  STATEMENT_ELSEWHERE,
  STATEMENT_LINK,
  STATEMENT_UNDO,
} from '~/features/money/reconciliation/resolve.server';
import { BREAK_SCHEMAS } from '~/features/money/reconciliation/schema';
import { createActForm, createActions, idInAddress } from '../adminForms.server';
import { createSourceAction, findRequestedMethod } from './source.form.server';

type BreakSubject = { method: string; id: string };

const createBreakForm = (intent: keyof typeof BREAK_SCHEMAS, act: Act) =>
  createActForm({
    operation: ({ id }: BreakSubject) => `${act.name}:${id}`,
    schema: BREAK_SCHEMAS[intent],
    act,
    input: (input: Fields, { id }) => ({ ...input, id }),
    to: ({ method, id }) => `/admin/reconciliation/${encodeURIComponent(method)}/breaks/${id}`,
  });

export const BREAK_FORMS = {
  link: createBreakForm('link', STATEMENT_LINK),
  elsewhere: createBreakForm('elsewhere', STATEMENT_ELSEWHERE),
  book: createBreakForm('book', STATEMENT_BOOK),
  correct: createBreakForm('correct', STATEMENT_CORRECT),
  credit: createBreakForm('credit', STATEMENT_CREDIT),
  undo: createBreakForm('undo', STATEMENT_UNDO),
};

const breakPath = (id: string) => `/breaks/${id}`;

export const BREAK_ACTIONS = {
  take: createSourceAction(BREAK_SCHEMAS.take, claimBreak, 'The break is assigned to you', breakPath),
  assign: createSourceAction(BREAK_SCHEMAS.assign, claimBreak, 'The break is assigned', breakPath),
  'give-back': createSourceAction(
    BREAK_SCHEMAS['give-back'],
    giveBackBreak,
    'The break is assigned to nobody',
    breakPath,
  ),
  note: createSourceAction(BREAK_SCHEMAS.note, noteBreak, 'Note added', breakPath),
  resolve: createSourceAction(BREAK_SCHEMAS.resolve, resolveBreak, 'Break resolved'),
  ...createActions(BREAK_FORMS, async (post) => ({
    method: (await findRequestedMethod(post)).code,
    id: idInAddress(post),
  })),
};
