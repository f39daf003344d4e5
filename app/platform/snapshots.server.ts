import { eq } from 'drizzle-orm';
import { keptAnswer } from '#drizzle/schema';
import { systemNow } from './clock';
import { type Handle, read } from './db/index.server';

export async function saveSnapshot(tx: Handle, key: string, value: unknown, at: Date = systemNow()): Promise<void> {
  await tx
    .insert(keptAnswer)
    .values({ key, value, at })
    .onConflictDoUpdate({ target: keptAnswer.key, set: { value, at } });
}

export async function findLatestSnapshot<T>(key: string, handle = read()): Promise<{ value: T; at: Date } | null> {
  const [row] = await handle.select().from(keptAnswer).where(eq(keptAnswer.key, key));
  return row ? { value: row.value as T, at: row.at } : null;
}
