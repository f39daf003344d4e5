import { z } from 'zod';
import { applyResultBatch, releaseBatch, runJobNow } from '~/features/copying/copy/jobs.server';
import { LOG_ACTS } from '~/features/copying/traders/log/logActs.server';
import { tradeImportSchema } from '~/features/copying/traders/log/tradeCsv';
import { completeSchema, importFormSchema, tradeSchema, voidSchema } from '~/features/copying/traders/schema';
import { readUploadText } from '~/uploads/store.server';
import { createActForm, runAfterAction } from './adminForms.server';

const TRADES_PATH = '/admin/trades';

export const LOG_FORMS = {
  'record-trade': createActForm({
    act: LOG_ACTS['record-trade'],
    input: (input) => input,
    to: TRADES_PATH,
    schema: tradeSchema,
  }),
  // The file belongs to the administrator who uploaded it, so nobody else can import it.
  'import-trades': createActForm({
    act: LOG_ACTS['import-trades'],
    input: (input) => input,
    to: TRADES_PATH,
    schema: (administratorId: string) => createImportForm(administratorId),
    upload: { purpose: 'log' },
    // The same file sent again is refused, since its results are in the log.
    refusesRepetition: true,
  }),
  'void-trade': createActForm({
    act: LOG_ACTS['void-trade'],
    input: (input) => input,
    to: TRADES_PATH,
    schema: voidSchema,
    refusesRepetition: true,
  }),
  'complete-log': createActForm({
    act: LOG_ACTS['complete-log'],
    input: (input) => input,
    to: TRADES_PATH,
    schema: completeSchema,
  }),
};

export const createLogKeys = (administratorId: string) => ({
  'record-trade': LOG_FORMS['record-trade'].key(administratorId),
  'import-trades': LOG_FORMS['import-trades'].key(administratorId, administratorId),
  'void-trade': LOG_FORMS['void-trade'].key(administratorId),
  'complete-log': LOG_FORMS['complete-log'].key(administratorId),
});

export const LOG_ACTIONS = {
  'record-trade': runAfterAction(LOG_FORMS['record-trade'].action(), () => runJobNow(applyResultBatch)),
  'import-trades': runAfterAction(
    LOG_FORMS['import-trades'].action(({ administrator }) => administrator.id),
    () => runJobNow(applyResultBatch),
  ),
  'void-trade': runAfterAction(LOG_FORMS['void-trade'].action(), () => runJobNow(applyResultBatch)),
  'complete-log': runAfterAction(LOG_FORMS['complete-log'].action(), () => runJobNow(releaseBatch)),
};

/** Creates the schema of the import form, which reads the results from the uploaded file or the pasted text. */
function createImportForm(administratorId: string) {
  return importFormSchema
    .transform(async ({ id, log, text }, context) => {
      if (!log) return { id, text };
      const read = await readUploadText(log, administratorId);
      if (read.ok) return { id, text: read.value };
      context.addIssue({ code: 'custom', message: read.error.message, path: ['log'] });
      return z.NEVER;
    })
    .pipe(tradeImportSchema);
}
