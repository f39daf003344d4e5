import { createExportLoader } from '../exportList.server';

export const loader = createExportLoader('traders');
