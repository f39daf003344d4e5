import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sizeOf } from '../support/depth';
import { Client } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ LIMITS: 'mailsIn10Minutes=100000', TRUSTED_PROXIES: '1' });
let office: Client;
let trader: string;
let minBody: string;

beforeAll(async () => {
  await installation.start();
  office = await new Client(installation).signInAdmin(installation.demonstration.admin);
  const investor = await new Client(installation).signIn(installation.demonstration.investor);
  trader = [...(await investor.page('/traders')).matchAll(/\/traders\/([0-9a-f-]{36})/g)][0]?.[1] ?? '';
  const ticket = await investor.page(`/traders/${trader}/copy`);
  minBody = (/At least \$([\d,]+)/.exec(ticket)?.[1] ?? '').replaceAll(',', '');
});
afterAll(() => installation.remove());

/** Effect of a line on an exchange. */
type Fate = 'arrives' | 'request lost' | 'answer lost';
type Line = {
  fate: () => Fate /** Maximum number of bytes of an answer before the connection ends, including heads. */;
  most: number;
};

/** A person behind a bad line, with a browser without scripts: requests without an answer are sent again unchanged. */
class Lossy extends Client {
  lost = 0;

  /** @param address in a network of the person's own, since sign-ups per network are limited */
  constructor(
    installation: Installation,
    readonly line: Line,
    readonly address: string,
  ) {
    super(installation);
  }

  protected override async send(url: URL, request: RequestInit): Promise<Response> {
    const init = {
      ...request,
      headers: { ...Object.fromEntries(new Headers(request.headers)), 'x-forwarded-for': this.address },
    };
    for (let tries = 0; tries < 100; tries++) {
      const fate = this.line.fate();
      const answer = fate === 'request lost' ? null : await exchange(url, init, this.line.most);
      if (answer && fate === 'arrives') return answer;
      this.lost += 1;
    }
    throw new Error(`${url.pathname} never arrived`);
  }
}

/** Sends a request over a new connection; null if the connection ended before the answer was complete. */
async function exchange(url: URL, init: RequestInit, max: number): Promise<Response | null> {
  const requested = new Request(url, init);
  const body = Buffer.from(await requested.arrayBuffer());
  const headers = { ...Object.fromEntries(requested.headers), 'accept-encoding': 'br', 'content-length': body.length };
  return await new Promise((resolve, reject) => {
    const take = async (answer: IncomingMessage) => {
      answer.on('data', () => answer.socket.bytesRead > max && answer.destroy());
      const bytes = await buffer(answer);
      const found = new Headers();
      for (let at = 0; at < answer.rawHeaders.length; at += 2)
        found.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
      const text = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes;
      return new Response(text.length > 0 ? new Uint8Array(text) : null, { status: answer.statusCode, headers: found });
    };
    request(url, { method: requested.method, headers, agent: false }, (answer) => {
      take(answer).then(resolve, () => resolve(null));
    })
      .on('error', reject)
      .end(body);
  });
}

/** Connection without losses. */
const WHOLE: Line = { fate: () => 'arrives', most: Number.POSITIVE_INFINITY };

/** Generator with the same numbers in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Counter that continues when a test is retried. */
let people = 0;

const PASSWORD = 'a long walk in the rain';

/** Runs all steps from sign-up to withdrawal. @returns the number of lost answers */
async function mainJob(kind: 'lossy' | 'cut', line: Line): Promise<number> {
  const number = people++;
  const name = `${kind}-${number}`;
  const mia = new Lossy(installation, line, `10.${number >> 8}.${number & 255}.1`);
  const email = `${name}@example.com`;
  const verified = await mia.signUp({ email, password: PASSWORD });
  expect([name, verified.status]).toEqual([name, 303]);
  // The session was in the lost answer.
  if (verified.headers.get('Location') !== '/dashboard') await mia.signIn({ email, password: PASSWORD });

  const proof = await pictureFile({ width: 64 });
  const deposited = await mia.submit('/checkout?method=BTC&amount=5000', { proof });
  const deposit = idIn(deposited, '/deposit/');
  const decision = await office.form(`/admin/deposits?item=${deposit}`, 'received');
  const credited = await office.agree(decision, { received: '5000', _intent: 'approve' });
  expect(credited.status).toBe(303);
  const copied = await mia.submit(`/traders/${trader}/copy?amount=${minBody}.00&review=yes`, {
    amount: `${minBody}.00`,
  });
  expect([name, copied.status]).toEqual([name, 303]);
  const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const withdrawn = await mia.submit('/withdraw?method=BTC&WithdrawAmount=200', { wallet: address });
  const withdrawal = idIn(withdrawn, '/withdrawlogs/');

  // Read over a connection without losses, each row exists once.
  const again = await new Lossy(installation, WHOLE, mia.address).signIn({ email, password: PASSWORD });
  const ids = async (path: string) => new Set((await again.page(path)).match(new RegExp(`${path}/[0-9a-f-]{36}`, 'g')));
  expect(await ids('/deposit')).toEqual(new Set([`/deposit/${deposit}`]));
  expect(await ids('/withdrawlogs')).toEqual(new Set([`/withdrawlogs/${withdrawal}`]));
  expect((await ids('/usercopytrade')).size).toBe(1);
  return mia.lost;
}

const idIn = (answer: Response, path: string): string => {
  const [, id = ''] = new RegExp(`${path}([0-9a-f-]{36})`).exec(answer.headers.get('Location') ?? '') ?? [];
  if (!id) throw new Error(`Answered ${answer.status} without leading to ${path}`);
  return id;
};

const JOBS = sizeOf('JOBS');
const CUT_JOBS = Math.ceil(JOBS / 10);

/** Fraction of lost exchanges: half before they arrive, half after the server has acted. */
const LOST = 0.3;

test(`${JOBS} main jobs on a line that loses three of ten exchanges: each thing once, and balanced books`, async () => {
  const random = numbers(1);
  const fate = (): Fate => {
    const number = random();
    return number < LOST / 2 ? 'request lost' : number < LOST ? 'answer lost' : 'arrives';
  };
  let lost = 0;
  for (let job = 0; job < JOBS; job++) lost += await mainJob('lossy', { fate, most: Number.POSITIVE_INFINITY });
  expect(lost).toBeGreaterThan(JOBS);
  expect(await installation.audit()).toMatchObject({ clean: true });
}, 3_600_000);

test(`${CUT_JOBS} main jobs over connections that end after 8 KB`, async () => {
  for (let job = 0; job < CUT_JOBS; job++)
    expect(await mainJob('cut', { fate: () => 'arrives', most: 8 * 1024 })).toBe(0);
  expect(await installation.audit()).toMatchObject({ clean: true });
}, 3_600_000);
