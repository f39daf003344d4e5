import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { STATEMENT_CREDIT } from '~/features/money/reconciliation/receipts.server';
import {
  claimBreak,
  giveBackBreak,
  noteBreak,
  resolveBreak,
  STATEMENT_BOOK,
  STATEMENT_ELSEWHERE,
  STATEMENT_LINK,
  STATEMENT_UNDO,
} from '~/features/money/reconciliation/resolve.server';
import { BREAK_SCHEMAS } from '~/features/money/reconciliation/schema';
import { STATEMENT_CORRECT } from '~/features/money/reconciliation/statements/correctLine.server';
import { actForm, actionsOf, idInAddress } from '../adminForms.server';
import { requestedMethod, sourceFormAction } from './source.form.server';

type BreakAsked = { method: string; id: string };

const breakForm = (intent: keyof typeof BREAK_SCHEMAS, act: Act) =>
  actForm({
    operation: ({ id }: BreakAsked) => `${act.name}:${id}`,
    schema: BREAK_SCHEMAS[intent],
    act,
    input: (asked: Fields, { id }) => ({ ...asked, id }),
    to: ({ method, id }) => `/admin/reconciliation/${encodeURIComponent(method)}/breaks/${id}`,
  });

export const BREAK_FORMS = {
  link: breakForm('link', STATEMENT_LINK),
  elsewhere: breakForm('elsewhere', STATEMENT_ELSEWHERE),
  book: breakForm('book', STATEMENT_BOOK),
  correct: breakForm('correct', STATEMENT_CORRECT),
  credit: breakForm('credit', STATEMENT_CREDIT),
  undo: breakForm('undo', STATEMENT_UNDO),
};

const onItsPage = (id: string) => `/breaks/${id}`;

export const BREAK_ACTIONS = {
  take: sourceFormAction(BREAK_SCHEMAS.take, claimBreak, 'The break is assigned to you', onItsPage),
  assign: sourceFormAction(BREAK_SCHEMAS.assign, claimBreak, 'The break is assigned', onItsPage),
  'give-back': sourceFormAction(
    BREAK_SCHEMAS['give-back'],
    giveBackBreak,
    'The break is assigned to nobody',
    onItsPage,
  ),
  note: sourceFormAction(BREAK_SCHEMAS.note, noteBreak, 'Note added', onItsPage),
  resolve: sourceFormAction(BREAK_SCHEMAS.resolve, resolveBreak, 'The break is resolved'),
  ...actionsOf(BREAK_FORMS, async (post) => ({
    method: (await requestedMethod(post)).code,
    id: idInAddress(post),
  })),
};
