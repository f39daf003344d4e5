import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { HOUR, MINUTE } from '~/platform/durations';
import { type Call, getCallAddress, listUploads } from '~/web/guard/call';
import { ADMIN, newInvestor, type Person, succeed } from '../support/pages/calls';
import { Installation } from '../support/servers/installation';

const OURS = 'https://app.example';
const installation = new Installation({ DEMONSTRATION: '0', API_ALLOWED_ORIGINS: OURS });
let admin: MirrorbookClient;
let owner: Person;
let other: Person;
/** Addresses of the owner's picture and of a trader's. */
let own = '';
let traders = '';

const SIDE = 300;
/** Noise compresses badly, so the picture stays larger than the limit for bodies without a file. */
const picture = () =>
  sharp(randomBytes(SIDE * SIDE * 3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();

const fileOf = (call: Call) => listUploads(call)[0]?.field ?? '';

async function sendFile(call: Call, client: MirrorbookClient, fields: Record<string, unknown>, file: Buffer) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  body.set(fileOf(call), new File([new Uint8Array(file)], 'picture.png', { type: 'image/png' }));
  const headers = { 'x-access-token': client.token ?? '' };
  return await fetch(`${installation.origin}${getCallAddress(call)}`, { method: 'POST', headers, body });
}

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const anonymous = new MirrorbookClient(installation.origin);
  admin = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
  [owner, other] = [await newInvestor(installation), await newInvestor(installation)];
  const sent = await sendFile(CALLS.updateUserData, owner.client, {}, await picture());
  expect(await sent.json()).toEqual({ status: 200, message: 'Profile successfully updated' });
  own = (await succeed(owner.client, 'getData', {})).profilepicture;
  const made = await sendFile(CALLS.createTrader, admin, CALLS.createTrader.example, await picture());
  expect(await made.json()).toMatchObject({ status: 'ok', code: 200 });
  traders = (await succeed(anonymous, 'fetchTraders', {})).traders[0]?.traderImage ?? '';
});
afterAll(() => installation.remove());

test.each(Object.values<Call>(CALLS).filter((call) => listUploads(call).length > 0))(
  '$name accepts a file of 200 KB, as its schema says',
  async (call) => {
    const file = await picture();
    expect(file.length).toBeGreaterThan(200_000);
    const who = call.who === 'administrator' ? admin : owner.client;
    const { [fileOf(call)]: _, ...fields } = call.example;
    const answer = await sendFile(call, who, fields, file);
    expect([call.name, answer.status]).toEqual([call.name, 200]);
  },
);

const statusOf = async (address: string, headers: HeadersInit = {}) => (await fetch(address, { headers })).status;
const token = (client: MirrorbookClient) => ({ 'x-access-token': client.token ?? '' });

test('a trader’s picture is public; a profile picture opens for its owner and administrators, and for anyone with its link', async () => {
  expect(await statusOf(traders)).toBe(200);
  const [bare = '', query = ''] = own.split('?');
  expect(await statusOf(bare)).toBe(404);
  expect(await statusOf(bare, { 'x-access-token': 'x'.repeat(43) })).toBe(404);
  expect(await statusOf(bare, token(other.client))).toBe(404);
  expect(await statusOf(bare, token(owner.client))).toBe(200);
  expect(await statusOf(bare, token(admin))).toBe(200);
  // An `<img>` sends neither token nor cookie.
  expect(await statusOf(own)).toBe(200);
  const until = Number(new URLSearchParams(query).get('until'));
  expect(until - Date.now()).toBeGreaterThan(HOUR);
  expect(until - Date.now()).toBeLessThan(2 * HOUR + MINUTE);
  for (const changed of [`until=${until + HOUR}`, 'until=1', 'until=', 'until=Infinity']) {
    expect([changed, await statusOf(own.replace(/until=\d+/, changed))]).toEqual([changed, 404]);
  }
});

test('pages of allowed origins may show both, other pages none', async () => {
  const policy = async (address: string, headers: Record<string, string>) =>
    (await fetch(address, { headers })).headers.get('Cross-Origin-Resource-Policy');
  const ownRows = { 'x-access-token': owner.client.token ?? '' };
  for (const address of [traders, own]) {
    expect(await policy(address, { ...ownRows, Referer: `${OURS}/profile` })).toBe('cross-origin');
    expect(await policy(address, { ...ownRows, Origin: OURS })).toBe('cross-origin');
    expect(await policy(address, { ...ownRows, Referer: 'https://evil.example/' })).toBe('same-origin');
    expect(await statusOf(address, { ...ownRows, Origin: 'https://evil.example' })).toBe(403);
  }
  const answer = await fetch(own, { headers: { ...ownRows, Origin: OURS } });
  expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, OURS]);
  const preflight = { Origin: OURS, 'Access-Control-Request-Method': 'GET' };
  const request = await fetch(own, { method: 'OPTIONS', headers: preflight });
  expect([request.status, request.headers.get('Access-Control-Allow-Headers')]).toEqual([
    204,
    expect.stringContaining('x-access-token'),
  ]);
});

test('only the address of an own upload can be sent as the picture', async () => {
  const message = async (person: Person, profilepicture: string) =>
    (await person.client.call('updateUserData', { profilepicture })).body.message;
  const LEFT_OUT = 'No changes were made. The picture was left out: use a picture that you uploaded here.';
  // An earlier test may have sent another.
  const { profilepicture } = await succeed(owner.client, 'getData', {});
  expect(await message(owner, profilepicture)).toBe('No changes were made');
  expect(await message(other, own)).toBe(LEFT_OUT);
  const elsewhere = { ...CALLS.createTrader.example, traderImage: 'https://pictures.example/x.png' };
  expect((await succeed(admin, 'createTrader', elsewhere)).message).toMatch(/The picture was left out/);
});
