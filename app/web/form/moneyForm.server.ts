import type { z } from 'zod';
import type { Handle, WriteLocks } from '~/platform/db/index.server';
import type { Refusal, Result } from '~/platform/result';
import type { Administrator, User } from '~/signIns/session.server';
import { issueKey, type Storable } from '../idempotency.server';
import { type Confirm, markHasFile, type OnceForm, type RefusedForm, runFormOnce } from './submission.server';
import type { ExpectedUpload } from './upload.server';

type InvestorPost = { user: User; sessionHash: string; address: string; form: FormData };

/** Post of an administrator. The route adds `confirm`, which requires the second factor. */
type AdminPost = { administrator: Pick<Administrator, 'id'>; confirm: Confirm; form: FormData };

/** Form whose effect happens once, because it moves money or files a document. `A` is its subject, such as a user's ID. */
type MoneyForm<P, A, S extends z.ZodType, T> = Pick<OnceForm<S, T>, 'hasPreview' | 'refusesRepetition'> & {
  /** Name for which the form's keys are issued. Forms with a different effect or subject need different names. */
  operation: string | ((about: A) => string);
  schema: S | ((about: A) => S);
  /** The form's file, which will belong to the person who posts it. `refuseBeforeStoring` can refuse the form before the file is stored. */
  upload?: { purpose: ExpectedUpload['purpose']; refuseBeforeStoring?: (post: P) => Promise<Refusal | null> };
  /** Returns the check of the second factor; see `OnceForm.confirm`. */
  confirm?: (post: P) => Confirm;
  /** @param post posted fields, subject of the form, and digest of the preview that the user saw, if any */
  run: (tx: Handle, value: z.output<S>, post: P & { about: A; shown: string | null }) => Promise<Result<T>>;
  /** Returns the locks for concurrent execution; see `write`. Without them the act is exclusive. */
  locks?: (value: z.output<S>, post: P) => WriteLocks | Promise<WriteLocks>;
  /** Writes data after `run` refused and was rolled back, such as a mail. */
  onRefused?: (tx: Handle, refusal: Refusal, value: z.output<S>, post: P) => Promise<void>;
  next: (value: T, about: A) => ReturnType<OnceForm<S, T>['next']>;
};

/** Returns the two parts that a page needs: `key` for its loader and `post` for its action. */
function createMoneyForm<P extends { form: FormData }, A, S extends z.ZodType, T extends Storable>(
  { operation, schema, upload, confirm, run, locks, onRefused, next, ...rest }: MoneyForm<P, A, S, T>,
  posterOf: (post: P) => string,
) {
  const operationOf = (about: A) => (typeof operation === 'function' ? operation(about) : operation);
  const post = (posted: P, about: A): Promise<RefusedForm | Response> => {
    const scope = posterOf(posted);
    return runFormOnce<S, T>(posted.form, {
      ...rest,
      scope,
      operation: operationOf(about),
      schema: typeof schema === 'function' ? schema(about) : schema,
      upload: upload && {
        ownerId: scope,
        purpose: upload.purpose,
        refuseBeforeStoring: async () => upload.refuseBeforeStoring?.(posted) ?? null,
      },
      confirm: confirm?.(posted),
      run: (tx, value, shown) => run(tx, value, { ...posted, about, shown }),
      locks: locks && ((value) => locks(value, posted)),
      onRefused: onRefused && ((tx, refusal, value) => onRefused(tx, refusal, value, posted)),
      next: (value) => next(value, about),
    });
  };
  return {
    /** Returns a key for one use of the form by this person. Each form of a page needs its own, including forms in rows. */
    key: (posterId: string, about: A): string => issueKey(posterId, operationOf(about)),
    post: upload ? markHasFile(post) : post,
  };
}

export const createInvestorForm = <S extends z.ZodType, T extends Storable, A = void>(
  form: MoneyForm<InvestorPost, A, S, T>,
) => createMoneyForm(form, ({ user }) => user.id);

export const lockOwnUser = (_value: unknown, { user }: InvestorPost): WriteLocks => ({ users: [user.id] });

export const lockOwnTrading = (_value: unknown, { user }: InvestorPost): WriteLocks => ({
  users: [user.id],
  traders: [user.id],
});

export const createAdminForm = <S extends z.ZodType, T extends Storable, A = void>(
  form: MoneyForm<AdminPost, A, S, T>,
) => createMoneyForm(form, ({ administrator }) => administrator.id);
