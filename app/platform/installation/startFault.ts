import { describeAddress } from '../db/servers';

const getErrorCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const FILE_ERROR_REASONS: Record<string, string> = {
  EEXIST: 'is a file, and a folder is needed',
  ENOTDIR: 'is in something that is no folder',
  ENOENT: "can't be made there",
  EACCES: "can't be written to by this user",
  EPERM: "can't be written to by this user",
  EROFS: 'is on a file system that can only be read',
  ENOSPC: 'is on a disk that is full',
};

export function describeFolderFault(error: unknown, folder: string): string | null {
  const why = FILE_ERROR_REASONS[getErrorCode(error)];
  return why ? `DATA_DIR: ${folder} ${why}. Give this user a folder that it can write to, or name another one.` : null;
}

const SQLITE_ERROR_REASONS: [RegExp, (path: string) => string][] = [
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    (path) => `${path} is damaged or not a database. Move it away and restore a backup: npm run restore -- <folder>.`,
  ],
  [/^SQLITE_(CANTOPEN|PERM|AUTH)/, (path) => `${path} can't be opened. Check that this user may read and write it.`],
  [/^SQLITE_READONLY/, (path) => `${path} can only be read. Check that this user may write it, and its folder.`],
  [/^SQLITE_FULL/, (path) => `The disk of ${path} is full. Make room, and start again: nothing was lost.`],
  [/^SQLITE_IOERR/, (path) => `The disk of ${path} is faulty. Check it first.`],
];

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** Returns the fault of a full disk ("The disk of /var/backups"), or null. */
export const describeFullDisk = (error: unknown, where: string): string | null =>
  [error, (error as Error).cause].some((each) => DISK_FULL_CODES.has(getErrorCode(each)))
    ? `The disk of ${where} is full. Make room on it, and run this again.`
    : null;

const POSTGRES_ERROR_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start the server, or correct the address',
  ENOTFOUND: 'there is no such host. Correct the address',
  EAI_AGAIN: "the host's name can't be looked up now. Check the network, or correct the address",
  ETIMEDOUT: 'it does not answer. Check the network and its firewall',
  EHOSTUNREACH: 'it can not be reached. Check the network and its firewall',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect. See pg_hba.conf',
  '3D000': 'it has no such database. Make it first: createdb',
  '57P03': 'it is starting or stopping. Try again in a minute',
  '53300': 'it has no connection left. Raise max_connections, or stop what holds them',
  '42501': 'this user may not make tables there. Grant it the schema',
  '25006':
    'it takes no writes: it is a replica, or was made read-only. Name the primary, or all servers between commas',
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name. Correct the address, or the certificate',
};

const UNKNOWN_AUTHORITY_PATTERN =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT)/;

function describePostgresFault(error: unknown): string | undefined {
  const code = getErrorCode(error);
  const { message = '', syscall } = error as { message?: string; syscall?: string };
  if (syscall === 'open') return "a certificate or key that the address names can't be read. Correct its path";
  if (UNKNOWN_AUTHORITY_PATTERN.test(code)) {
    return 'its certificate is of an authority that is not known here. Name the one of that authority in the address: sslrootcert=/path';
  }
  if (/does not support SSL/i.test(message)) {
    return 'it speaks no TLS. Turn it on there (ssl = on), or take sslmode out of the address';
  }
  return POSTGRES_ERROR_REASONS[code] ?? (/timeout/i.test(message) ? POSTGRES_ERROR_REASONS.ETIMEDOUT : undefined);
}

/**
 * Describes a fault of opening or migrating the database; null for another error. Of the address it contains only host, port and
 * database.
 */
export function describeDatabaseFault(error: unknown, url: string, variable = 'DATABASE_URL'): string | null {
  const code = getErrorCode(error);
  if (url.startsWith('file:')) {
    const path = url.slice('file:'.length);
    const why = FILE_ERROR_REASONS[code];
    if (why) return `DATABASE_URL: ${path} ${why}. Name a file in a folder that this user can write to.`;
    return SQLITE_ERROR_REASONS.find(([pattern]) => pattern.test(code))?.[1](path) ?? null;
  }
  const why = describePostgresFault(error);
  return why ? `${variable}: PostgreSQL at ${describeAddress(url)}: ${why}.` : null;
}

export function describeListenFault(error: unknown, { HOST, PORT }: { HOST: string; PORT: number }): string | null {
  switch (getErrorCode(error)) {
    case 'EADDRINUSE':
      return `${HOST}:${PORT} is in use. Stop the program that listens there, or set PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: this machine has no address ${HOST}. 127.0.0.1 is only for this machine, 0.0.0.0 for all its addresses.`;
    case 'EACCES':
      return `PORT: this user may not listen at ${PORT}. Ports below 1024 are the system's; choose a higher one.`;
    default:
      return null;
  }
}
