import type { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import type { Refusal, Result } from '~/platform/result';
import type { Administrator, User } from '~/signIns/session.server';
import { newKey } from '../idempotency.server';
import { type Confirm, type OnceForm, onceForm, type Refused, withFile } from './submission.server';
import type { ExpectedUpload } from './upload.server';

/** What an investor's form is posted with; the guard gives it. */
type InvestorPost = { user: User; sessionHash: string; address: string; form: FormData };

/** What an administrator's form is posted with; the guard gives all of it but `confirm`, which asks for the second factor. */
type AdminPost = { administrator: Pick<Administrator, 'id'>; confirm: Confirm; form: FormData };

/**
 * A form that is done once: one that moves money or files something.
 * @typeParam P what it is posted with
 * @typeParam A what it is about, where one value describes the forms of many things, such as the id of a user
 */
type MoneyForm<P, A, S extends z.ZodType, T> = Pick<OnceForm<S, T>, 'previews' | 'refusesAgain'> & {
  /** What its key is for. Forms that do something else, or are about something else, have another. */
  operation: string | ((about: A) => string);
  schema: S | ((about: A) => S);
  /** The file that it brings, of the person who posts it; `unless` may refuse it before it is stored. */
  upload?: { purpose: ExpectedUpload['purpose']; unless?: (post: P) => Promise<Refusal | null> };
  /** Asks for the second factor; see `OnceForm.confirm`. */
  confirm?: (post: P) => Confirm;
  /** @param post with what the form is about, and the digest of the preview that it brings back, if any */
  run: (tx: Handle, value: z.output<S>, post: P & { about: A; shown: string | null }) => Promise<Result<T>>;
  /** Written when `run` refused and was taken back. */
  onRefused?: (tx: Handle, refusal: Refusal, value: z.output<S>, post: P) => Promise<void>;
  /** Where it leads when it was done. */
  next: (value: T, about: A) => ReturnType<OnceForm<S, T>['next']>;
};

/** Makes the two things that a page needs of a form: its key, for the loader, and what handles its post, for the action. */
function made<P extends { form: FormData }, A, S extends z.ZodType, T extends { journalId?: string }>(
  { operation, schema, upload, confirm, run, onRefused, next, ...rest }: MoneyForm<P, A, S, T>,
  posterOf: (post: P) => string,
) {
  const operationOf = (about: A) => (typeof operation === 'function' ? operation(about) : operation);
  const post = (posted: P, about: A): Promise<Refused | Response> => {
    const scope = posterOf(posted);
    return onceForm<S, T>(posted.form, {
      ...rest,
      scope,
      operation: operationOf(about),
      schema: typeof schema === 'function' ? schema(about) : schema,
      upload: upload && {
        ownerId: scope,
        purpose: upload.purpose,
        unless: async () => upload.unless?.(posted) ?? null,
      },
      confirm: confirm?.(posted),
      run: (tx, value, shown) => run(tx, value, { ...posted, about, shown }),
      onRefused: onRefused && ((tx, refusal, value) => onRefused(tx, refusal, value, posted)),
      next: (value) => next(value, about),
    });
  };
  return {
    /** A key for one use of the form by the person of this id. Forms beside each other, such as those of rows, have one each. */
    key: (posterId: string, about: A): string => newKey(posterId, operationOf(about)),
    /** Does what the form asks, once, however often it is sent. */
    post: upload ? withFile(post) : post,
  };
}

/** A form of an investor that is done once. */
export const investorForm = <S extends z.ZodType, T extends { journalId?: string }, A = void>(
  form: MoneyForm<InvestorPost, A, S, T>,
) => made(form, ({ user }) => user.id);

/** A form of an administrator that is done once. */
export const adminForm = <S extends z.ZodType, T extends { journalId?: string }, A = void>(
  form: MoneyForm<AdminPost, A, S, T>,
) => made(form, ({ administrator }) => administrator.id);
