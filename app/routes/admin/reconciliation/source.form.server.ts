import { z } from 'zod';
import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { STATEMENT_BOOK, STATEMENT_CORRECT, STATEMENT_CREDIT } from '~/features/money/reconciliation/book.server';
import { getSourcePath } from '~/features/money/reconciliation/components/tables';
import { formatCoverage } from '~/features/money/reconciliation/coverage';
import {
  claimBreak,
  giveBackBreak,
  noteBreak,
  resolveBreak,
  STATEMENT_ELSEWHERE,
  STATEMENT_LINK,
  STATEMENT_UNDO,
} from '~/features/money/reconciliation/resolve.server';
import { BREAK_SCHEMAS, openingSchema, statementFileSchema } from '~/features/money/reconciliation/schema';
import { findMethod, type Method, setOpening } from '~/features/money/reconciliation/sources.server';
import { findSource, getCoveredRange, matchAgain } from '~/features/money/reconciliation/statements/importLines.server';
import { type Handle, read } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import type { AdminActor } from '~/platform/states';
import { formatCount } from '~/platform/text/figure';
import { markHasFile, parseSubmission } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';
import { data, redirect } from '~/web/responses.server';
import {
  type AdminPost,
  createActForm,
  createActions,
  createKeylessFormAction,
  idInAddress,
} from '../adminForms.server';

/** Returns the method in the URL; throws a 404 without one. */
export async function findRequestedMethod({ params }: Pick<AdminContext, 'params'>): Promise<Method> {
  const found = await findMethod(params.method);
  if (!found) throw data('There is no such method.', { status: 404 });
  return found;
}

export async function loadSourcePage(context: Pick<AdminContext, 'params'>) {
  const method = await findRequestedMethod(context);
  const source = await findSource(read(), method.code);
  const have = source && formatCoverage(getCoveredRange(source));
  return { method, path: methodPath(method), source, have };
}

export const methodPath = ({ code }: Method): string => getSourcePath(code);

export type Posted<S extends z.ZodType> = z.output<S> & { method: string; id: string };

/** Creates the action of a form about a method, or about the break in the URL. It redirects to the method's page. */
export const createSourceAction =
  <S extends z.ZodType<object>, T>(
    schema: S,
    run: (tx: Handle, by: AdminActor, input: Posted<S>) => Promise<Result<T>>,
    toast: string | ((value: T) => string),
    page: (id: string) => string = () => '',
  ) =>
  async (post: AdminPost) => {
    const method = await findRequestedMethod(post);
    const about = { method: method.code, id: idInAddress(post) };
    const to = methodPath(method) + page(about.id);
    return await createKeylessFormAction(
      schema,
      (tx, by, input) => run(tx, by, { ...input, ...about }),
      toast,
      to,
    )(post);
  };

/** Action of the file of an import, which leads to the preview of its lines. */
export const statementFileAction = markHasFile(async (context: AdminPost) => {
  const method = await findRequestedMethod(context);
  const upload = { ownerId: context.administrator.id, purpose: 'statement' } as const;
  const sent = await parseSubmission(context.form, statementFileSchema, upload);
  if (!sent.ok) return sent.refused;
  return redirect(`${methodPath(method)}/import?file=${sent.value.statement}`, 303);
});

export const SOURCE_ACTIONS = {
  match: createSourceAction(
    z.object({}),
    (tx, by, { method }) => matchAgain(tx, by, method),
    ({ matched }) => `${formatCount(matched, 'line')} matched`,
  ),
  opening: createSourceAction(openingSchema, setOpening, 'Opening balance saved'),
};

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
