import type { z } from 'zod';
import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { type Performed, performShown } from '~/features/backoffice/approvals/perform.server';
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

/** The form of an act, which first shows its effect. `input` makes the act's input of the parsed form and the page's subject. */
export const actForm = <I extends Fields, S extends z.ZodType, A = void>({
  act,
  input,
  ...form
}: Pick<Form<A, S>, 'operation' | 'schema' | 'upload' | 'refusesAgain'> & {
  act: Act<I> | ((about: A) => Act<I>);
  input: (asked: z.output<S>, about: A) => NoInfer<I>;
  to: string | ((about: A) => string);
}) =>
  confirmedForm<S, A>({
    ...form,
    previews: true,
    run: (tx, asked, { administrator, about, shown }) =>
      performShown(
        tx,
        byAdmin(administrator.id),
        typeof act === 'function' ? act(about) : act,
        input(asked, about),
        shown,
      ),
  });
