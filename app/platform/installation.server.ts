import { installation } from '#drizzle/schema';
import { systemNow } from './clock';
import { type Handle, isInstallation, openDatabase, read, write } from './db/index.server';
import { ConfigurationError, env, existingEnv, noInstallation } from './env';

const ONLY = 'installation';

/** Writes the mode into a new database, and refuses one of the other mode: simulated and real money never mix. */
export async function settleInstallation(): Promise<void> {
  const { MODE } = env();
  const mode = await write(async (tx) => {
    const [made] = await tx.select({ id: installation.id }).from(installation);
    if (!made) {
      const time = systemNow();
      const row = { id: ONLY, mode: MODE, createdAt: time, versionsSince: time };
      await tx.insert(installation).values(row).onConflictDoNothing();
    }
    const [row] = await tx.select({ mode: installation.mode }).from(installation);
    return row?.mode;
  });
  if (mode !== MODE) {
    throw new ConfigurationError(
      `This database was made in ${mode} mode and can't be used in ${MODE} mode. Point DATABASE_URL or DATA_DIR at another one.`,
    );
  }
}

/**
 * Opens the database of an installation that has been started before. A command that looked elsewhere would otherwise make
 * an empty one there and work with that.
 */
export async function openInstallation(): Promise<void> {
  const { DATABASE_URL } = existingEnv();
  // An address of PostgreSQL has a password in it.
  const where = DATABASE_URL.startsWith('file:') ? DATABASE_URL.slice('file:'.length) : 'the database of DATABASE_URL';
  if (!(await isInstallation(DATABASE_URL))) throw new ConfigurationError(noInstallation(where));
  await openDatabase();
}

/** When this installation was started first, by the machine's clock; null before that. */
export async function installationMadeAt(): Promise<Date | null> {
  const [row] = await read().select({ at: installation.createdAt }).from(installation);
  return row?.at ?? null;
}

/** When the demonstration was put in, or null. */
export async function seededAt(handle: Handle = read()): Promise<Date | null> {
  const [row] = await handle.select({ at: installation.seededAt }).from(installation);
  return row?.at ?? null;
}

/** Notes, in the transaction that puts it in, that the demonstration is there. */
export async function noteSeeded(tx: Handle): Promise<void> {
  await tx.update(installation).set({ seededAt: systemNow() });
}
