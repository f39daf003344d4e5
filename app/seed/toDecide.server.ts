import { and, eq } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { latestKyc, submitKyc } from '~/features/kyc';
import { submitDeposit } from '~/features/wallet';
import { after, atTime, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { redraw } from '~/platform/images/index.server';
import type { User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { dollars } from './dollars';
import { FRIEND } from './people';

/** A deposit that waits with a picture of its payment, so many hours ago; amounts in dollars and in the coin. */
type Announced = { hours: number; method: string; amount: number; coins: string };

/** What the friend has paid in, and what newcomers have, by their usernames. */
export const FRIEND_PAID: Announced = { hours: 1, method: 'ETH', amount: 750, coins: '0.25 ETH' };
export const NEWCOMERS_PAID: Readonly<Record<string, Announced>> = {
  noorh: { hours: 6, method: 'USDT-TRC20', amount: 400, coins: '400 USDT' },
  tomas: { hours: 3, method: 'XRP', amount: 300, coins: '125 XRP' },
};

/** Something for the administrator to decide, with a proof: after the transaction, since files are stored outside one. */
export async function announceDeposit(owner: User, { hours, method, amount, coins }: Announced): Promise<void> {
  const announced = and(eq(deposit.userId, owner.id), eq(deposit.method, method), eq(deposit.amount, dollars(amount)));
  if ((await read().select({ id: deposit.id }).from(deposit).where(announced)).length > 0) return;
  const picture = new File([receiptOf(`${coins}, worth $${amount}.00`, method)], 'receipt.svg', {
    type: 'image/svg+xml',
  });
  const proof = await storeUpload(picture, { ownerId: owner.id, purpose: 'proof' });
  if (!proof.ok) return;
  await write(async (tx) => {
    const asked = { method, amount: dollars(amount), proof: proof.value.id };
    await atTime(after(now(), -hours * HOUR), () => submitDeposit(tx, owner, asked));
  });
}

/** Identity papers to decide about: a picture, since a document is never taken as SVG. */
export async function sendPapers(friend: User): Promise<void> {
  if (await latestKyc(read(), friend.id)) return;
  const drawn = await redraw(Buffer.from(IDENTITY_CARD), 'svg', { fit: 960 });
  if (typeof drawn === 'string') return;
  const card = new File([new Uint8Array(drawn.bytes)], 'identity-card.png', { type: drawn.type });
  const document = await storeUpload(card, { ownerId: friend.id, purpose: 'document' });
  if (!document.ok) return;
  const { firstName, lastName, email } = FRIEND;
  const home = { country: 'Ireland', state: 'Leinster', postalCode: 'D02 X285', address: '1 Quay Street, Dublin' };
  await write(async (tx) => {
    const papers = { firstName, lastName, email, ...home, document: document.value.id };
    await atTime(after(now(), -2 * HOUR), () => submitKyc(tx, friend, papers));
  });
}

const receiptOf = (
  paid: string,
  method: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" fill="#f4f6fb"/>
<rect x="40" y="40" width="400" height="220" rx="14" fill="#fff" stroke="#c5cde0"/>
<g font-family="sans-serif" fill="#1c2742"><text x="70" y="95" font-size="26">Payment sent (simulated)</text>
<text x="70" y="145" font-size="20">${paid}</text><text x="70" y="185" font-size="16">To PAPER-${method}-DO-NOT-SEND</text>
<text x="70" y="225" font-size="16">This picture stands for a proof of payment.</text></g></svg>`;

const IDENTITY_CARD = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" rx="18" fill="#dfe9f5"/>
<rect x="36" y="84" width="120" height="150" rx="8" fill="#b7c8de"/><circle cx="96" cy="138" r="32" fill="#7f96b5"/>
<path d="M48 234c4-40 28-58 48-58s44 18 48 58z" fill="#7f96b5"/>
<g font-family="sans-serif" fill="#1c2742"><text x="36" y="52" font-size="24">Identity card (simulated)</text>
<text x="184" y="116" font-size="20">Okafor, Finn</text><text x="184" y="152" font-size="16">1 Quay Street, Dublin</text>
<text x="184" y="184" font-size="16">D02 X285, Leinster, Ireland</text>
<text x="184" y="228" font-size="14">This picture stands for a document.</text></g></svg>`;
