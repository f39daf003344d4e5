import { inArray } from 'drizzle-orm';
import { file, type kyc } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { KYC_FILES } from '../files';

type Papers = Pick<typeof kyc.$inferSelect, 'id' | (typeof KYC_FILES)[number]['column']>;

export async function filesOf(handle: Reader, papers: readonly Papers[]) {
  const named = papers.flatMap((each) => KYC_FILES.flatMap(({ column }) => each[column] ?? []));
  const kept =
    named.length === 0
      ? []
      : await handle
          .select({ id: file.id, name: file.name, type: file.type })
          .from(file)
          .where(inArray(file.id, named));
  const byId = new Map(kept.map((each) => [each.id, each]));
  return new Map(
    papers.map((each) => [
      each.id,
      KYC_FILES.flatMap(({ column, shows }) => {
        const found = byId.get(each[column] ?? '');
        return found ? { ...found, shows } : [];
      }),
    ]),
  );
}
