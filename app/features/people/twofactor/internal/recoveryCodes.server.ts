import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { recoveryCode } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import type { Handle, Reader } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';

const RECOVERY_CODE_COUNT = 10;

/** Crockford's base 32, which omits letters that look like digits. 16 characters are 80 bits. */
const CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_CHARACTERS = 16;

function newCode(): string {
  const characters = Array.from(randomBytes(CODE_CHARACTERS), (byte) => CODE_ALPHABET[byte % 32]);
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Hashes a code as entered. Ignores case, blanks and hyphens, and reads letters that look like digits as these digits. */
function hashOf(subjectId: string, input: string): string {
  const code = input
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return hashSecret(`${subjectId} ${code}`);
}

/** Creates new recovery codes. Only their hashes are stored, so they are shown only once. */
export async function createRecoveryCodes(tx: Handle, subjectId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, subjectId);
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
  const createdAt = systemNow();
  await tx.insert(recoveryCode).values(codes.map((code) => ({ hash: hashOf(subjectId, code), subjectId, createdAt })));
  return codes;
}

export async function deleteRecoveryCodes(tx: Handle, subjectId: string): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.subjectId, subjectId));
}

const isUnspent = (subjectId: string) => and(eq(recoveryCode.subjectId, subjectId), isNull(recoveryCode.spentAt));

/** Spends a recovery code. Of several concurrent attempts, only one succeeds. */
export async function spendRecoveryCode(tx: Handle, subjectId: string, input: string): Promise<boolean> {
  const [spent] = await tx
    .update(recoveryCode)
    .set({ spentAt: systemNow() })
    .where(and(eq(recoveryCode.hash, hashOf(subjectId, input)), isUnspent(subjectId)))
    .returning({ hash: recoveryCode.hash });
  return spent !== undefined;
}

export const countRecoveryCodes = (handle: Reader, subjectId: string): Promise<number> =>
  countRows(handle, recoveryCode, isUnspent(subjectId));
