import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseNumber } from './fields';
import { matchName, namesOfMethod, pickByName, planNames } from './named';

const DEPOSITS = [
  { code: 'BTC', name: 'BTC', network: 'bitcoin' },
  { code: 'ETH', name: 'ETH', network: 'ethereum' },
  { code: 'USDT-TRC20', name: 'USDT TRC20', network: 'tron' },
  { code: 'SOL', name: 'Solana', network: 'solana' },
  { code: 'USDT-ERC20', name: 'USDT ERC20', network: 'ethereum' },
  { code: 'USDT-BEP20', name: 'USDT BEP20', network: 'bsc' },
  { code: 'XRP', name: 'XRP', network: 'ripple' },
  { code: 'USDC-BASE', name: 'USDC base', network: 'base' },
];
const WITHDRAWALS = [
  { code: 'BTC', name: 'BTC', network: 'bitcoin' },
  { code: 'ETH', name: 'ETH', network: 'ethereum' },
  { code: 'USDT-TRC20', name: 'tether TRC20', network: 'tron' },
  { code: 'SOL', name: 'Solana', network: 'solana' },
];
const PLANS = ['starter', 'gold', 'premium', 'diamond', 'VIP', 'real estate'].map((name) => ({
  id: name.toLowerCase().replace(' ', '-'),
  name,
}));

const codeOf = <T>(match: { one: T } | { several: T[] }): T | undefined => ('one' in match ? match.one : undefined);
const deposit = (sent: string) => codeOf(matchName(DEPOSITS, sent, namesOfMethod))?.code;
const withdrawal = (sent: string) => codeOf(matchName(WITHDRAWALS, sent, namesOfMethod))?.code;
const plan = (sent: string) => codeOf(matchName(PLANS, sent, planNames))?.id;

describe('the names that clients of another server send', () => {
  test.each([
    ['USDT (TRC 20 tron) ', 'USDT-TRC20'],
    ['tether(TRC20)', 'USDT-TRC20'],
    ['usdt erc20', 'USDT-ERC20'],
    ['USDT BEP20 (BNB smart chain)', 'USDT-BEP20'],
    ['Solana (SOL)', 'SOL'],
    ['SOL', 'SOL'],
    ['Bitcoin', 'BTC'],
    ['Bitcoin (BTC)', 'BTC'],
    ['Ethereum', 'ETH'],
    ['ETH (ERC20)', 'ETH'],
    ['USDC base mainnet', 'USDC-BASE'],
    ['USDC', 'USDC-BASE'],
    ['ripple', 'XRP'],
  ])('%s is the deposit method %s', (sent, code) => expect(deposit(sent)).toBe(code));

  test.each([
    ['tether(TRC20)', 'USDT-TRC20'],
    ['USDT (TRC 20 tron) ', 'USDT-TRC20'],
    ['USDT', 'USDT-TRC20'],
    ['Solana (SOL)', 'SOL'],
  ])('%s is the withdrawal method %s', (sent, code) => expect(withdrawal(sent)).toBe(code));

  test.each([
    ['starter plan', 'starter'],
    ['STARTER', 'starter'],
    ['Vip Plan', 'vip'],
    ['real-estate', 'real-estate'],
    ['Real Estate plan', 'real-estate'],
  ])('%s is the plan %s', (sent, id) => expect(plan(sent)).toBe(id));

  test('a name followed by another currency or network is unknown', () => {
    for (const sent of ['ETH USDT', 'BTC ETH', 'USDT TRC20 ERC20', 'starter gold', '', '()', 'shells', 'planstarter']) {
      expect([sent, deposit(sent), plan(sent)]).toEqual([sent, undefined, undefined]);
    }
  });

  test('an ambiguous name is refused with the choices', () => {
    expect(pickByName(DEPOSITS, ' USDT ', namesOfMethod, 'method')).toMatchObject({
      ok: false,
      error: {
        field: 'method',
        message: '"USDT" could be USDT TRC20, USDT ERC20 or USDT BEP20. Please send one of these.',
      },
    });
    expect(pickByName(PLANS, 'silver', planNames, 'plan')).toEqual({ ok: true, value: null });
  });
});

/** Writes the letters and digits of a text in any case, with anything else between them. */
const disguised = (text: string) =>
  fc
    .array(fc.record({ upper: fc.boolean(), between: fc.constantFrom('', ' ', '-', '(', ')', '/', '. ', '\u00a0') }), {
      minLength: text.length + 1,
      maxLength: text.length + 1,
    })
    .map((marks) =>
      [...text.replace(/[^a-z0-9]/gi, '')]
        .map(
          (letter, at) => (marks[at]?.upper ? letter.toUpperCase() : letter.toLowerCase()) + (marks[at]?.between ?? ''),
        )
        .join(''),
    );

const thing = fc.record({
  code: fc.stringMatching(/^[A-Z]{1,4}-?[0-9]{0,2}$/),
  name: fc.stringMatching(/^[a-c 0-9]{1,6}$/),
});
const plain = ({ code, name }: { code: string; name: string }) => ({ code, names: [name] });
const folded = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('matching names', () => {
  test.each(DEPOSITS)('$code and its name are found in any case and spelling', ({ code, name }) => {
    fc.assert(fc.property(disguised(code), (sent) => deposit(sent) === code));
    fc.assert(fc.property(disguised(name), (sent) => deposit(sent) === code));
  });

  test('a code as it is written always finds its own entry, whatever the others are called', () => {
    fc.assert(
      fc.property(fc.uniqueArray(thing, { selector: ({ code }) => code.toLowerCase(), minLength: 1 }), (all) => {
        for (const each of all) expect(matchName(all, each.code, plain)).toEqual({ one: each });
      }),
    );
  });

  test('a prefix finds an entry only if it is the only one that starts with it, or an exact match', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(thing, { selector: ({ code }) => code }),
        fc.stringMatching(/^[a-c 0-9]{0,7}$/),
        (all, sent) => {
          const match = matchName(all, sent, plain);
          const requested = folded(sent);
          if (!('one' in match) || match.one.code.toLowerCase() === sent.trim().toLowerCase()) return;
          const named = (test: (name: string) => boolean) =>
            all.filter(({ code, name }) => [code, name].map(folded).some((own) => own !== '' && test(own)));
          const exact = named((own) => own === requested);
          const started = named((own) => own.startsWith(requested));
          if (exact.length > 0) expect(exact).toEqual([match.one]);
          else if (started.length > 0) expect(started).toEqual([match.one]);
          else expect(named((own) => requested.startsWith(own))).toContain(match.one);
        },
      ),
    );
  });

  test('the label of a choice finds it, unless another entry has that name', () => {
    const match = matchName(DEPOSITS, 'usdt', namesOfMethod);
    for (const { name, code } of 'several' in match ? match.several : []) expect(deposit(name)).toBe(code);
  });
});

test.each([
  ['20%', 20],
  ['20', 20],
  [20, 20],
  ['20% daily', 20],
  ['2 days', 2],
  ['$4,999', 4999],
  ['500 USD', 500],
  ['lots', null],
  ['0,500', null],
  ['1,5', null],
])('%s is the number %s', (sent, number) => expect(looseNumber.parse(sent)).toBe(number));
