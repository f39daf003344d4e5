import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { adminTokenScript } from '../../app/api/document/oldClients';
import { isLong } from '../support/depth';
import { freePort } from '../support/servers/freePort';
import { Installation } from '../support/servers/installation';
import { expect, PIXEL, test } from './support';

/* A client written for another server works in a browser, from a page of an allowed origin and of the same. */
let installation: Installation;
let address: string;
let html: string;
let server: Server;
test.beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  installation = await new Installation({ API_ALLOWED_ORIGINS: address }).start();
  html = clientPage(installation.origin);
  server = await servePage(port, html);
});
test.afterAll(async () => {
  server.close();
  await installation.remove();
});
test.use({ baseURL: undefined });

/** The client's page, with the lines for it that `/api/docs` shows. */
function clientPage(api: string): string {
  const script = readFileSync(join(import.meta.dirname, 'oldClient.js'), 'utf8');
  return `<!doctype html><title>Old client</title><ol></ol><script>${adminTokenScript(api)}</script><script>${script}</script>`;
}

async function servePage(port: number, html: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(html);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// biome-ignore lint/suspicious/noExplicitAny: what the client reads has no types
const does = (page: Page, name: string, ...input: unknown[]): Promise<any> =>
  page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: see above
    ([job, values]) => (window as any).client[job as string](...(values as unknown[])),
    [name, input] as const,
  );

/** Runs a function of the client, and returns what it then shows. */
async function reads(page: Page, name: string, ...input: unknown[]): Promise<string> {
  await does(page, name, ...input);
  return (await page.locator('li').last().textContent()) ?? '';
}

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

/** Mails as paper mode prints them. */
async function mailed(installation: Installation, pattern: RegExp): Promise<string> {
  const found = () => pattern.exec(installation.output.join('\n'))?.[1] ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

/** Origins with different names, because a second trader with the same name within two minutes is refused. */
const ORIGINS = [
  ['another origin', 'olga', 'Berg'],
  ['the same origin', 'petra', 'Lund'],
] as const;

// The browser's requests to another origin are what may fail.
for (const [where, userName, lastname] of isLong ? ORIGINS : ORIGINS.slice(0, 1))
  test(`a client of the old kind goes through its life from ${where}, and shows what is true`, async ({ page }) => {
    const { admin } = installation.demonstration;
    const ME = { email: `${userName}.old@example.com`, password: 'an old client speaks' };
    const home = `${where === 'the same origin' ? `${installation.origin}/old-client` : `${address}/`}?api=${installation.origin}`;
    await page.route(
      ({ pathname }) => pathname === '/old-client',
      (route) => route.fulfill({ contentType: 'text/html', body: html }),
    );
    await page.goto(home);

    const form = { firstName: 'Olga', lastName: 'Old', userName, phonenumber: '+44 20 7946 0999', ...ME };
    const more = {
      referralLink: null,
      server: 'https://old.example',
      location: { lat: null, lng: null },
      deviceName: 'x',
    };
    expect(await reads(page, 'register', { ...form, ...more, country: 'Malta' })).toBe('Account successfully created!');
    expect(await reads(page, 'login', ME)).toBe('Error! Email not verified');
    const path = await mailed(
      installation,
      new RegExp(`username is ${userName}\\.[^]*?http\\S+(/[\\w-]+/verify/[\\w-]+)`),
    );
    expect(await reads(page, 'verify', `${path}x`)).toBe('sorry, Link has expired');
    expect(await reads(page, 'verify', path)).toBe('Email verified successfully');
    expect(await reads(page, 'login', { ...ME, password: 'something else' })).toBe('Warning! Incorrect password');
    expect(await reads(page, 'login', { ...ME, email: 'no@example.com' })).toBe('User does not exist');
    expect(await reads(page, 'login', ME)).toBe('Signed in successfully');
    const again = { ...form, ...more, userName: `${userName}2` };
    expect(await reads(page, 'register', again)).toBe('There is an account with this email already.');
    expect(await does(page, 'account')).toEqual({
      name: 'Olga',
      funded: 0,
      country: 'Malta',
      state: '',
      kycStatus: 'not_submitted',
      kycRejectionReason: '',
      rows: [],
      paid: [],
      trades: [],
    });
    const foreign = { state: 'Gozo', profilepicture: 'https://pictures.example/olga.png' };
    expect(await reads(page, 'profile', foreign)).toBe('Profile successfully updated');
    expect(await reads(page, 'profile', { state: 'Gozo' })).toBe('No changes were made');

    expect(await reads(page, 'deposit', '2000', 'USDT (TRC 20 tron) ')).toBe('Olga Old: Deposit submitted');
    expect((await does(page, 'account')).rows).toEqual(['Deposit (pending) $2000 $0']);

    // The administrator's page of this client requests the users before the login and maps the answer.
    await page.goto(`${home}&admin`);
    await expect(page.locator('li').last()).toHaveText('users:');
    expect(await reads(page, 'adminLogin', { ...admin, password: 'no' })).toBe('Invalid credentials');
    expect(await reads(page, 'adminLogin', admin)).toBe('welcome');
    await expect(page.locator('li').last()).toContainText(`${ME.email}  not_submitted`);
    expect(await reads(page, 'approve', ME.email)).toBe("user hasn't made any withdrawal yet");
    expect(await reads(page, 'credit', ME.email, '2000')).toBe('credited with $2000');
    expect(await reads(page, 'credit', ME.email, '250')).toBe('credited with $250');
    expect(await reads(page, 'credit', 'no@example.com', '250')).toBe(
      'sorry, something went wrong: User does not exist',
    );
    expect(await reads(page, 'debit', ME.email, '99999')).toBe("sorry, amount exceeds user's capital");
    expect(await reads(page, 'debit', ME.email, '250')).toBe('debited $250');
    expect((await does(page, 'account')).funded).toBe(2000);

    const person = { middlename: '', dateOfBirth: '1990-05-17', nationality: 'Maltese', city: 'Victoria' };
    const work = { employmentStatus: 'employed', occupation: 'Baker', annualIncome: '30000', sourceOfFunds: 'Wages' };
    const paper = { idType: 'passport', idNumber: 'P1234567', idExpiry: '2031-11-21' };
    const documents = { ...person, address: '1 Quay Street', ...work, investmentExperience: 'None', ...paper };
    const stored = { ...documents, idDocumentFront: 'https://pictures.example/front.png' };
    expect(await reads(page, 'kyc', stored)).toMatch(/^Send the picture as a file/);
    const picture = `data:image/png;base64,${PIXEL.buffer.toString('base64')}`;
    expect(await reads(page, 'decideKyc', 'approveKYC', { email: ME.email })).toBe('something went wrong');
    expect(await reads(page, 'kycWithPictures', documents, picture)).toBe('KYC Submitted!');
    expect((await does(page, 'account')).kycStatus).toBe('processing');
    const blurred = { email: ME.email, reason: 'The selfie is blurred' };
    expect(await reads(page, 'decideKyc', 'rejectKYC', blurred)).toBe('KYC rejected: Olga Old');
    expect((await does(page, 'account')).kycRejectionReason).toBe(blurred.reason);
    expect(await reads(page, 'kycWithPictures', documents, picture)).toBe('KYC Submitted!');
    expect(await reads(page, 'decideKyc', 'approveKYC', { email: ME.email })).toBe('KYC approved: Olga Old');
    expect((await does(page, 'account')).kycStatus).toBe('approved');
    expect(await reads(page, 'distributeProfit', ME.email, '50')).toMatch(/updateTraderLog/);

    expect(await reads(page, 'invest', '400', 'starter plan', '20%', '2 days')).toBe(
      'Amount is lower than the Investment Range',
    );
    expect(await reads(page, 'invest', '500', 'starter plan', '20%', '2 days')).toBe('invested $500');

    const trader = { firstname: 'Nils', lastname, nationality: 'Swedish', minimumcapital: '500' };
    const declared = { winRate: '61', avgReturn: '4.2', followers: '120', rrRatio: '1:2' };
    const elsewhere = { ...trader, ...declared, traderImage: 'https://pictures.example/nils.png' };
    const nils = await does(page, 'createTrader', elsewhere);
    const anna = await does(
      page,
      'createTraderWithPicture',
      { ...trader, ...declared, firstname: 'Anna', minimumcapital: '50000' },
      picture,
    );
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const listed = async () => (await does(page, 'traders')) as any[];
    const found = (await listed()).filter(({ _id }) => [nils, anna].includes(_id));
    const unnamed = { ...trader, ...declared, firstname: '' };
    expect(await reads(page, 'createTrader', unnamed)).toBe('something went wrong');
    expect(await reads(page, 'createTrader', { ...trader, lastname: `${lastname} Without`, winRate: null })).toBe(
      'trader successfully created',
    );
    expect(found.map(({ profitrate, averagereturn }) => [profitrate, averagereturn])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await does(page, 'show', found.find(({ _id }) => _id === anna).traderImage)).toBeGreaterThan(0);
    expect(found.find(({ _id }) => _id === nils).traderImage).toBe('');
    expect(await reads(page, 'copy', anna)).toBe('Capital not Enough to Copy Trade');
    expect(await reads(page, 'copy', nils)).toBe(
      `You are copying Nils ${lastname} now. The copy ends by itself at $300.00.`,
    );
    expect(await reads(page, 'deleteTrader', anna)).toBe('trader deleted');
    expect((await listed()).some(({ _id }) => _id === anna)).toBe(false);

    const date = await page.evaluate(() => new Date().toLocaleDateString());
    const log = { pair: 'eurusd', amount: '5', tradeType: 'profit', date, id: nils };
    expect(await reads(page, 'log', log)).toBe('trader log updated');
    await expect
      .poll(async () => (await does(page, 'account')).trades, { timeout: 30_000 })
      .toEqual(['EUR/USD $5 profit']);

    expect(await reads(page, 'withdraw', '5000', 'Bitcoin (BTC)', WALLET)).toMatch(/does not cover/);
    expect(await reads(page, 'withdraw', '100', 'Bitcoin (BTC)', WALLET)).toBe(
      'kindly wait for few minutes to be approved by management',
    );
    const waiting = await does(page, 'account');
    expect([waiting.paid, waiting.rows]).toEqual([[], expect.arrayContaining(['Withdrawal (requested) $100 $2005'])]);
    expect(await reads(page, 'approve', ME.email)).toBe('approved $100');
    const { funded, paid, rows } = await does(page, 'account');
    expect([funded, paid]).toEqual([1905, ['approved $100']]);
    expect(rows.slice(0, 2)).toEqual(['Deposit $250 $2250', 'Deposit $2000 $2000']);

    // The page's form sends the parts of the link's path: address, then the mailed code.
    expect(await reads(page, 'resetPassword', 'a walk by the sea', ME.email)).toBe('error! something went wrong');
    const token = await mailed(
      installation,
      new RegExp(`to: +${ME.email}\\n[^]*?http\\S+/resetpassword/([\\w-]{43})(?![\\w-])`, 'i'),
    );
    expect(await reads(page, 'resetPassword', 'a walk by the sea', token)).toBe('password successfully reset!');
    expect(await reads(page, 'login', { ...ME, password: 'a walk by the sea' })).toBe('Signed in successfully');
    expect((await installation.audit()).clean).toBe(true);
  });
