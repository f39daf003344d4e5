import { installation } from '#drizzle/schema';
import { systemNow } from './clock';
import { write } from './db/index.server';
import { ConfigurationError, env } from './env';

const ONLY = 'installation';

/** Writes the mode into a new database, and refuses one of the other mode: simulated and real money never mix. */
export async function settleInstallation(): Promise<void> {
  const { MODE } = env();
  const mode = await write(async (tx) => {
    await tx.insert(installation).values({ id: ONLY, mode: MODE, createdAt: systemNow() }).onConflictDoNothing();
    const [row] = await tx.select({ mode: installation.mode }).from(installation);
    return row?.mode;
  });
  if (mode !== MODE) {
    throw new ConfigurationError(
      `This database was made in ${mode} mode and can't be used in ${MODE} mode. Point DATABASE_URL or DATA_DIR at another one.`,
    );
  }
}

/** When the demonstration was put in, or null; and the note that it was. */
export const demonstration = {
  seededAt: async (): Promise<Date | null> =>
    write(async (tx) => (await tx.select({ at: installation.seededAt }).from(installation))[0]?.at ?? null),
  noteSeeded: async (): Promise<void> =>
    write(async (tx) => {
      await tx.update(installation).set({ seededAt: systemNow() });
    }),
};
