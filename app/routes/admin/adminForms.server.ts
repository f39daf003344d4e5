import type { z } from 'zod';
import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { type Performed, performIfShown } from '~/features/backoffice/approvals/perform.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { type Handle, write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { type AdminActor, createAdminActor } from '~/platform/states';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { createAdminForm } from '~/web/form/moneyForm.server';
import { parseSubmission, type RefusedForm } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';

export type AdminPost = AdminContext & { form: FormData };

type AdminAction = ((post: AdminPost) => Promise<RefusedForm | Response>) & { hasFile?: boolean };

type AboutOf<A> = (post: AdminPost) => A | Promise<A>;

export const idInAddress = ({ params }: AdminPost): string => params.id ?? '';

/**
 * Creates the action of a form without a key. The action runs `run` in a transaction and redirects to `to` with a
 * toast.
 */
export const createKeylessFormAction =
  <S extends z.ZodType, T>(
    schema: S,
    run: (tx: Handle, by: AdminActor, input: z.output<S>) => Promise<Result<T>>,
    toast: string | ((value: T, input: z.output<S>) => string),
    to: string | ((input: z.output<S>, post: AdminPost) => string),
  ): AdminAction =>
  async (post) => {
    const sent = await parseSubmission(post.form, schema);
    if (!sent.ok) return sent.refused;
    const ran = await write((tx) => run(tx, createAdminActor(post.administrator.id), sent.value));
    if (!ran.ok) return sent.refuse(ran.error);
    const text = typeof toast === 'string' ? toast : toast(ran.value, sent.value);
    return await redirectWithToast(typeof to === 'string' ? to : to(sent.value, post), { tone: 'success', text });
  };

type Form<A, S extends z.ZodType> = Parameters<typeof createAdminForm<S, Performed, A>>[0];

/** Creates a form of an administrator that requires the second factor. Its action redirects to `to` with a toast. */
export const createConfirmedForm = <S extends z.ZodType, A = void>({
  to,
  ...form
}: Omit<Form<A, S>, 'confirm' | 'next'> & { to: string | ((about: A) => string) }) => {
  const created = createAdminForm<S, Performed, A>({
    ...form,
    confirm: ({ confirm }) => confirm,
    next: ({ toast }, about) => ({
      to: typeof to === 'string' ? to : to(about),
      toast: { tone: 'success', text: toast },
    }),
  });
  return {
    ...created,
    action: (aboutOf: AboutOf<A> = () => undefined as A): AdminAction =>
      Object.assign(
        async (post: AdminPost) => created.post({ ...post, confirm: createConfirm(post) }, await aboutOf(post)),
        {
          hasFile: form.upload !== undefined,
        },
      ),
  };
};

/**
 * Creates the form of an act, which first shows its effect. `input` builds the act's input from the parsed form and the
 * page's subject.
 */
export const createActForm = <I extends Fields, S extends z.ZodType, A = void>({
  act,
  input,
  ...form
}: Pick<Form<A, S>, 'schema' | 'upload' | 'refusesRepetition'> & {
  act: Act<I> | ((about: A) => Act<I>);
  input: (input: z.output<S>, about: A) => NoInfer<I>;
  to: string | ((about: A) => string);
  operation?: (about: A) => string;
}) => {
  const actOf = (about: A) => (typeof act === 'function' ? act(about) : act);
  return createConfirmedForm<S, A>({
    operation: (about) => [actOf(about).name, about].filter(Boolean).join(':'),
    ...form,
    hasPreview: true,
    run: (tx, requested, { administrator, about, shown }) =>
      performIfShown(tx, createAdminActor(administrator.id), actOf(about), input(requested, about), shown),
  });
};

export const createActions = <K extends string, A>(
  forms: Record<K, { action: (aboutOf: AboutOf<A>) => AdminAction }>,
  aboutOf: AboutOf<A>,
) =>
  Object.fromEntries(
    Object.entries<(typeof forms)[K]>(forms).map(([intent, { action }]) => [intent, action(aboutOf)]),
  ) as Record<K, AdminAction>;

export const runAfterAction = (action: AdminAction, more: () => Promise<unknown>): AdminAction =>
  Object.assign(
    async (post: AdminPost) => {
      const answer = await action(post);
      await more();
      return answer;
    },
    { hasFile: action.hasFile },
  );
