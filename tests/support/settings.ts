import { eq } from 'drizzle-orm';
import { setting } from '#drizzle/schema';
import { write } from '~/platform/db/index.server';

/** Sets a rate or limit of the catalogue: basis points, cents or days, as its key says. */
export async function setSetting(key: string, value: number): Promise<void> {
  const changed = await write(async (tx) =>
    tx.update(setting).set({ value }).where(eq(setting.key, key)).returning({ key: setting.key }),
  );
  if (changed.length !== 1) throw new Error(`There is no setting ${key}`);
}
