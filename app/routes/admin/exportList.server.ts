import { STAFF_FILES, type StaffFile } from '~/api/staffFiles.server';
import { admin } from '~/web/guard/index.server';
import { respondWithListFile } from '~/web/listFile.server';

/** Creates the loader of a list's CSV file. Administrators who may see the list may download it. */
export const createExportLoader = (name: keyof typeof STAFF_FILES) =>
  admin.loader(STAFF_FILES[name].right, async (context) => {
    const { columns, lines }: StaffFile = STAFF_FILES[name];
    return await respondWithListFile(name, columns, lines, context);
  });
