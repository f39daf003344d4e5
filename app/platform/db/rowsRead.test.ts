import { expect, test } from 'vitest';
import { user } from '#drizzle/schema';
import type { Bulk } from './bulk';
import { RowsRead } from './rowsRead';
import { sealedTable } from './sealed/sealedTable';

const sealed = sealedTable(user);
if (!sealed) throw new Error('users are sealed');

test('a row that is written while it is read is read again, and rows that were known are still whole', async () => {
  const stored = new Map(['ann', 'ben'].map((id) => [id, { id, firstName: 'before' }]));
  let whileReading = () => {};
  const bulk = {
    find: async (_table: unknown, { id }: { id: string[] }) => {
      const found = id.map((one) => ({ ...stored.get(one) }));
      whileReading();
      await Promise.resolve();
      return found;
    },
  } as unknown as Bulk;
  const rows = new RowsRead(bulk);
  expect(await rows.find(sealed, { id: 'ann' })).toEqual([{ id: 'ann', firstName: 'before' }]);
  whileReading = () => {
    whileReading = () => {};
    for (const row of stored.values()) row.firstName = 'after';
    rows.forget(sealed);
  };
  const both = await rows.find(sealed, { id: ['ann', 'ben'] });
  expect(both).toEqual(['ann', 'ben'].map((id) => ({ id, firstName: 'after' })));
  expect(await rows.find(sealed, { id: 'ben' })).toEqual([both[1]]);
});
