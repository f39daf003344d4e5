// Process that moves money until it is killed, and reports each completed operation.

import { user } from '#drizzle/schema';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { now } from '~/platform/clock';
import { openDatabase, read, write } from '~/platform/db/index.server';
import { postAct } from '../support/people/announcedEntries';

await openDatabase();
const [person] = await read().select().from(user);
if (!person) throw new Error('There is no user to work for');
const run = process.argv[2] ?? '0';

async function deposit(ref: string): Promise<void> {
  const legs = [{ debit: custody('BTC'), credit: availableAccount(person?.id ?? ''), amount: 50_00n }];
  await write((tx) => postAct(tx, { kind: 'deposit', ref, actor: 'system', effectiveAt: now(), legs }));
  process.stdout.write(`deposit ${ref}\n`);
}

async function withdraw(): Promise<void> {
  if (!person) return;
  const request = { method: 'BTC', amount: 7_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
  const requested = await write((tx) => requestWithdrawal(tx, person, request));
  if (requested.ok) process.stdout.write(`withdrawal ${requested.value.id}\n`);
}

for (let turn = 0; ; turn++) {
  await Promise.all([deposit(`${run}:${turn}:a`), deposit(`${run}:${turn}:b`), withdraw(), withdraw()]);
  if (turn % 5 === 0) await sealNextBatch();
}
