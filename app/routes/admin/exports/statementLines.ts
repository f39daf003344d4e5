import { LINE_COLUMNS, streamLineRows } from '~/features/money/reconciliation/sources.server';
import { admin } from '~/web/guard/index.server';
import { respondWithListFile } from '~/web/listFile.server';
import { findRequestedMethod } from '../reconciliation/source.form.server';

export const loader = admin.loader('books:read', async (context) => {
  const { code } = await findRequestedMethod(context);
  return respondWithListFile(`statement-lines-${code}`, LINE_COLUMNS, () => streamLineRows(code), context);
});
