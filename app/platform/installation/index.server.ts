import { installation } from '#drizzle/schema';
import { systemNow } from '../clock';
import { countPendingMigrations, type Handle, isInstallation, openDatabase, read, write } from '../db/index.server';
import { ConfigurationError, describeMissingInstallation, env, existingEnv } from '../env';
import { calculateFingerprint } from '../mac';
import { utcText } from '../text/dayText';
import { refreshIsolation } from './isolation.server';

export const INSTALLATION_ROW_ID = 'installation';

type Installation = typeof installation.$inferSelect;

const SECRET_COLUMNS = {
  sealFingerprint: 'SEAL_SECRET is not the one these books were sealed with',
  sessionFingerprint:
    'SESSION_SECRET is not the one this database was used with, so authenticator apps would stop working',
} as const;

export function getSecretFingerprints() {
  const { SEAL_SECRET, SEAL_SECRETS_OLD, SESSION_SECRET, SESSION_SECRETS_OLD } = env();
  return {
    present: {
      sealFingerprint: calculateFingerprint(SEAL_SECRET, 'seal'),
      sessionFingerprint: calculateFingerprint(SESSION_SECRET, 'session'),
    },
    before: {
      sealFingerprint: SEAL_SECRETS_OLD.map((secret) => calculateFingerprint(secret, 'seal')),
      sessionFingerprint: SESSION_SECRETS_OLD.map((secret) => calculateFingerprint(secret, 'session')),
    },
  };
}

function findSecretFault(row: Pick<Installation, keyof typeof SECRET_COLUMNS>): string | null {
  const { present, before } = getSecretFingerprints();
  for (const name of ['sealFingerprint', 'sessionFingerprint'] as const) {
    const known = row[name];
    if (known === present[name] || before[name].includes(known)) continue;
    const variable = SECRET_COLUMNS[name].split(' ')[0];
    return `${SECRET_COLUMNS[name]}. Set the right one (in paper mode it is in secrets.json of DATA_DIR, and a backup holds none), or list it in ${variable}S_OLD.`;
  }
  return null;
}

/** Stores the fingerprint of a new secret whose predecessor is listed as old. Refuses any other new secret. */
async function storeSecretFingerprints(tx: Handle, row: Installation): Promise<void> {
  const fault = findSecretFault(row);
  if (fault) throw new ConfigurationError(fault);
  const { present } = getSecretFingerprints();
  const isKnown =
    row.sealFingerprint === present.sealFingerprint && row.sessionFingerprint === present.sessionFingerprint;
  if (!isKnown) await tx.update(installation).set(present);
}

const findModeFault = (mode: string | undefined): string | null =>
  mode === env().MODE
    ? null
    : `This database was made in ${mode} mode and can't be used in ${env().MODE} mode. Point DATABASE_URL or DATA_DIR at another one.`;

export async function findInstallationFault(): Promise<string | null> {
  // Names the columns explicitly, since a database of an earlier version lacks the newest ones.
  const { mode, sealFingerprint, sessionFingerprint } = installation;
  const [row] = await read().select({ mode, sealFingerprint, sessionFingerprint }).from(installation);
  return findModeFault(row?.mode) ?? (row ? findSecretFault(row) : null);
}

const findMoveFault = (at: Date): string =>
  `This installation was closed on ${utcText(at)} to be moved. Start it where its backup was restored. To continue here, restore that backup with --replace.`;

export async function prepareInstallation(): Promise<void> {
  const { MODE } = env();
  const { mode, movedAt } = await write(async (tx) => {
    const [made] = await tx.select({ id: installation.id }).from(installation);
    if (!made) {
      const row = { id: INSTALLATION_ROW_ID, mode: MODE, createdAt: systemNow(), ...getSecretFingerprints().present };
      await tx.insert(installation).values(row).onConflictDoNothing();
    }
    const [row] = await tx.select().from(installation);
    if (row?.mode === MODE) await storeSecretFingerprints(tx, row);
    return { mode: row?.mode, movedAt: row?.movedAt };
  });
  await refreshIsolation();
  const fault = findModeFault(mode) ?? (movedAt ? findMoveFault(movedAt) : null);
  if (fault) throw new ConfigurationError(fault);
}

/** Opens the database of an installation that was started before, so that no command creates an empty one elsewhere. */
export async function openInstallation(): Promise<void> {
  const { DATABASE_URL } = existingEnv();
  // A PostgreSQL address contains a password.
  const where = DATABASE_URL.startsWith('file:') ? DATABASE_URL.slice('file:'.length) : 'the database of DATABASE_URL';
  if (!(await isInstallation(DATABASE_URL))) throw new ConfigurationError(describeMissingInstallation(where));
  await openDatabase();
  // A database of an earlier version has no isolation.
  if ((await countPendingMigrations()) === 0) await refreshIsolation();
}

/** Returns the time of this installation's first start by the machine's clock; null before it. */
export async function readInstallationTime(): Promise<Date | null> {
  const [row] = await read().select({ at: installation.createdAt }).from(installation);
  return row?.at ?? null;
}

export async function readSeedTime(): Promise<Date | null> {
  const [row] = await read().select({ at: installation.seededAt }).from(installation);
  return row?.at ?? null;
}

export async function recordSeeding(tx: Handle): Promise<void> {
  await tx.update(installation).set({ seededAt: systemNow() });
}
