import { file as fileTable } from '#drizzle/schema';
import { now, SECOND } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { redraw } from '~/platform/images/index.server';
import { getStorage } from '~/platform/storage/index.server';
import { sha256 } from '~/uploads/store.server';
import { SEED_ADDRESSES, type SeedPerson } from './people';

/*
 * Files are stored outside of transactions. Pictures are therefore created first, and assigned to their owners in the
 * transaction.
 */

type StoredPicture = Omit<typeof fileTable.$inferInsert, 'ownerId' | 'createdAt'>;

export type Pictures = ReadonlyMap<string, StoredPicture>;

export const proofNameOf = ({ username }: { username: string }, amount: number): string => `$${amount} of ${username}`;
export const cardNameOf = ({ username }: { username: string }): string => `card of ${username}`;

export type SeedPicture = { name: string; purpose: 'proof' | 'document'; svg: string };

/** Renders pictures and stores them. A picture that can't be stored is omitted. */
export async function storePictures(drawings: readonly SeedPicture[]): Promise<Pictures> {
  const stored = new Map<string, StoredPicture>();
  const storePicture = async ({ name, purpose, svg }: SeedPicture) => {
    const rendered = await redraw(Buffer.from(svg), 'svg', { fit: 960, timeLimit: 15 * SECOND });
    if (typeof rendered === 'string') return;
    const { bytes, type, pixels } = rendered;
    const id = newId();
    const digest = sha256(bytes);
    await getStorage().put(id, bytes, type);
    const shown = { name: purpose === 'proof' ? 'receipt.png' : 'identity-card.png', type, bytes: bytes.length };
    stored.set(name, {
      id,
      purpose,
      ...shown,
      sha256: digest,
      sentSha256: digest,
      pixelsSha256: pixels,
      storageKey: id,
    });
  };
  await Promise.allSettled(drawings.map(storePicture));
  return stored;
}

/** Assigns a stored picture to its uploader. @returns the ID of the upload; null without the picture */
export async function assignUpload(
  tx: Handle,
  stored: StoredPicture | undefined,
  ownerId: string,
): Promise<string | null> {
  if (!stored) return null;
  await tx.insert(fileTable).values({ ...stored, ownerId, createdAt: now() });
  return stored.id;
}

/** @param paid.coin amount in the method's coin; null if there was no price */
export const renderProof = (
  person: SeedPerson,
  { method, amount, coin }: { method: string; amount: number; coin: string | null },
): SeedPicture => ({
  name: proofNameOf(person, amount),
  purpose: 'proof',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" fill="#f4f6fb"/>
<rect x="40" y="40" width="400" height="220" rx="14" fill="#fff" stroke="#c5cde0"/>
<g font-family="sans-serif" fill="#1c2742"><text x="70" y="95" font-size="26">Payment sent (simulated)</text>
<text x="70" y="145" font-size="20">${coin === null ? '' : `${coin} ${method.replace(/-.*/, '')}, worth `}$${amount}.00</text><text x="70" y="185" font-size="16">To PAPER-${method}-DO-NOT-SEND</text>
<text x="70" y="225" font-size="16">This picture stands for a proof of payment.</text></g></svg>`,
});

export function renderIdentityCard(person: SeedPerson): SeedPicture | null {
  const home = SEED_ADDRESSES[person.username];
  if (!home) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" rx="18" fill="#dfe9f5"/>
<rect x="36" y="84" width="120" height="150" rx="8" fill="#b7c8de"/><circle cx="96" cy="138" r="32" fill="#7f96b5"/>
<path d="M48 234c4-40 28-58 48-58s44 18 48 58z" fill="#7f96b5"/>
<g font-family="sans-serif" fill="#1c2742"><text x="36" y="52" font-size="24">Identity card (simulated)</text>
<text x="184" y="116" font-size="20">${person.lastName}, ${person.firstName}</text><text x="184" y="152" font-size="16">${home.address}</text>
<text x="184" y="184" font-size="16">${home.postalCode}, ${home.state}, ${home.country}</text>
<text x="184" y="228" font-size="14">This picture stands for a document.</text></g></svg>`;
  return { name: cardNameOf(person), purpose: 'document', svg };
}
