import type { z } from 'zod';
import type { Input } from '~/features/approvals/operations.server';
import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import type { ActName } from '~/features/approvals/policy';
import type { Decision } from '~/features/reviewQueue';
import { byAdmin } from '~/platform/states';
import { adminForm } from '~/web/form/moneyForm.server';

type Form<A, S extends z.ZodType> = Parameters<typeof adminForm<S, Performed, A>>[0];

/** A form of an administrator that asks for the second factor; what was done is said in a toast at the address `to`. */
export const confirmedForm = <S extends z.ZodType, A = void>({
  to,
  ...form
}: Omit<Form<A, S>, 'confirm' | 'next'> & { to: string | ((about: A) => string) }) =>
  adminForm<S, Performed, A>({
    ...form,
    confirm: ({ confirm }) => confirm,
    next: ({ said }, about) => ({
      to: typeof to === 'string' ? to : to(about),
      toast: { tone: 'success', text: said },
    }),
  });

/**
 * A confirmed form for one act of the policy, which first shows what it will do, and in live mode may wait for a second
 * administrator.
 * @param input makes what the act takes of what the form's schema gives and of what the form is about
 */
export const previewedForm = <N extends ActName, S extends z.ZodType, A = void>({
  act,
  input,
  ...form
}: Pick<Form<A, S>, 'operation' | 'schema' | 'upload' | 'refusesAgain'> & {
  act: N | ((about: A) => N);
  input: (asked: z.output<S>, about: A) => Input<N>;
  to: string | ((about: A) => string);
}) =>
  confirmedForm<S, A>({
    ...form,
    previews: true,
    run: (tx, asked, { administrator, about, shown }) =>
      performPreviewed(
        tx,
        byAdmin(administrator.id),
        typeof act === 'function' ? act(about) : act,
        input(asked, about),
        shown,
      ),
  });

/** A decision of a queue that is one act of the policy: it asks for the second factor, and first shows what it will do. */
export const previewedDecision = <N extends ActName, S extends z.ZodType<Input<N>>>(
  event: string,
  { act, schema, offered }: Pick<Decision<S>, 'schema' | 'offered'> & { act: N },
): Decision<S, Input<N>> => ({
  event,
  schema,
  offered,
  previews: true,
  confirmed: true,
  run: (tx, by, asked, shown) => performPreviewed(tx, by, act, asked, shown),
});
