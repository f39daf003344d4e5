import { z } from 'zod';
import { mirrorSome, releaseSome, runJobNow } from '~/features/copying/copy/jobs.server';
import { LOG_ACTS } from '~/features/copying/traders/log/logActs.server';
import { importSchema } from '~/features/copying/traders/log/tradeCsv';
import { completeSchema, importFormSchema, tradeSchema, voidSchema } from '~/features/copying/traders/schema';
import { confirming } from '~/features/people/twofactor/confirmFresh.server';
import { textOfUpload } from '~/uploads/store.server';
import { type Confirm, withFile } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';
import { actForm } from './confirmedForm.server';

const to = '/admin/trades';

export const LOG_FORMS = {
  'record-trade': actForm({
    operation: 'record-trade',
    act: LOG_ACTS['record-trade'],
    input: (asked) => asked,
    to,
    schema: tradeSchema,
  }),
  // About the administrator who brings the file: no other can have it read.
  'import-trades': actForm({
    operation: 'import-trades',
    act: LOG_ACTS['import-trades'],
    input: (asked) => asked,
    to,
    schema: (administratorId: string) => importFormOf(administratorId),
    upload: { purpose: 'log' },
    // The same file sent again is refused, since its results are in the log.
    refusesAgain: true,
  }),
  'void-trade': actForm({
    operation: 'void-trade',
    act: LOG_ACTS['void-trade'],
    input: (asked) => asked,
    to,
    schema: voidSchema,
    refusesAgain: true,
  }),
  'complete-log': actForm({
    operation: 'complete-log',
    act: LOG_ACTS['complete-log'],
    input: (asked) => asked,
    to,
    schema: completeSchema,
  }),
};

export const logKeys = (administratorId: string) => ({
  'record-trade': LOG_FORMS['record-trade'].key(administratorId),
  'import-trades': LOG_FORMS['import-trades'].key(administratorId, administratorId),
  'void-trade': LOG_FORMS['void-trade'].key(administratorId),
  'complete-log': LOG_FORMS['complete-log'].key(administratorId),
});

type AdminPost = AdminContext & { form: FormData };
type Post = (posted: AdminPost & { confirm: Confirm }) => ReturnType<(typeof LOG_FORMS)['record-trade']['post']>;

const followedBy = (job: Parameters<typeof runJobNow>[0], post: Post) => async (context: AdminPost) => {
  const answer = await post({ ...context, confirm: confirming(context) });
  await runJobNow(job);
  return answer;
};

export const LOG_ACTIONS = {
  'record-trade': followedBy(mirrorSome, LOG_FORMS['record-trade'].post),
  'import-trades': withFile(
    followedBy(mirrorSome, (posted) => LOG_FORMS['import-trades'].post(posted, posted.administrator.id)),
  ),
  'void-trade': followedBy(mirrorSome, LOG_FORMS['void-trade'].post),
  'complete-log': followedBy(releaseSome, LOG_FORMS['complete-log'].post),
};

/** The form of an import as the server reads it: with the results of the file that arrived, or of what was pasted. */
function importFormOf(administratorId: string) {
  return importFormSchema
    .transform(async ({ id, log, text }, context) => {
      if (!log) return { id, text };
      const read = await textOfUpload(log, administratorId);
      if (read.ok) return { id, text: read.value };
      context.addIssue({ code: 'custom', message: read.error.message, path: ['log'] });
      return z.NEVER;
    })
    .pipe(importSchema);
}
