import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { formatUsd } from '~/ledger/money';
import { percentText, signedPercentText } from '~/platform/text/percent';
import { isLong } from '../support/depth';
import { newInvestor, PASSWORD, succeed } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { textOf } from '../support/pages/text';
import { Installation } from '../support/servers/installation';

/* A trader's figures agree with `GET /api/traders/{id}` on every page that shows one, and are labelled there. */

// The whole demonstration has records of a year, and takes minutes to start.
const installation = new Installation(isLong ? { DEMONSTRATION: '1' } : {});
const visitor = new Client(installation);
const investor = new Client(installation);
const admin = new Client(installation);

const readTraders = async () => {
  const anonymous = new MirrorbookClient(installation.origin);
  const { traders } = await succeed(anonymous, 'fetchTraders', { all: '1' });
  return await Promise.all(
    traders.map(async (listed) => ({ listed, ...(await succeed(anonymous, 'traders', { id: listed._id })) })),
  );
};
let traders: Awaited<ReturnType<typeof readTraders>>;

beforeAll(async () => {
  await installation.start();
  const person = await newInvestor(installation);
  await investor.signIn({ email: person.email, password: PASSWORD });
  await admin.signInAdmin(installation.demonstration.admin);
}, 600_000);
// Figures change at the end of a day, which may be between two tests.
beforeEach(async () => {
  traders = await readTraders();
});
afterAll(() => installation.remove());

type TraderAnswer = Awaited<ReturnType<typeof readTraders>>[number];

const nameOf = ({ firstname, lastname }: TraderAnswer) => `${firstname} ${lastname}`;
const bps = (percent: number) => Math.round(percent * 100);
/** A return as pages write it. */
const returned = (percent: number | null) => (percent === null ? 'too short' : signedPercentText(bps(percent)));
const fell = (percent: number | null) => (percent === null ? 'too short' : percentText(bps(percent)));
const won = (percent: number | null) => (percent === null ? 'none yet' : percentText(bps(percent)));

const mainOf = (html: string): string => /<main\b.*<\/main>/s.exec(html)?.[0] ?? '';
const read = async (client: Client, path: string): Promise<string> => textOf(mainOf(await client.page(path)));

/** Headline figure: the return of a year, or of the whole record if it is shorter. */
function headline({ record: { days, returns } }: TraderAnswer): string[] {
  if (returns.year !== null) return [returned(returns.year), '12 months'];
  return returns.all === null ? [] : [returned(returns.all), days === 1 ? '1 day' : `${days} days`];
}

/** Describes what a page lacks. */
function expectAll(place: string, text: string, expected: readonly string[]): void {
  expect([place, expected.filter((each) => !text.includes(each))]).toEqual([place, []]);
}

/** Returns the labels on pages; the bar of paper mode says for all that they are simulated. */
const shownLabels = ({ labels }: Pick<TraderAnswer, 'labels'>) => labels.filter((label) => label !== 'simulated');

test('the demonstration has traders of each kind, with records', () => {
  const kinds = ['simulated', 'typed results', 'investor', ...(isLong ? ['signals'] : [])];
  expect(new Set(traders.map(({ source }) => source))).toEqual(new Set(kinds));
  expect(traders.filter(({ record }) => record.returns.month !== null).length).toBeGreaterThan(3);
  if (isLong) expect(traders.filter(({ record }) => record.returns.year !== null).length).toBeGreaterThan(6);
});

test('the list', async () => {
  for (const trader of traders) {
    const { record } = trader;
    const html = mainOf(await investor.page(`/traders?search=${encodeURIComponent(trader.lastname)}`));
    const card = textOf(html.slice(html.indexOf(`id="${trader._id}"`)).split('</article>')[0] ?? '');
    expectAll(`the card of ${nameOf(trader)}`, card, [
      ...headline(trader),
      record.risk === null ? 'Risk not rated' : `Risk ${record.risk},`,
      ...shownLabels(trader),
    ]);
  }
});

test('the profile, with the text of its chart for each range', async () => {
  for (const trader of traders) {
    const { record, maxDrawdown } = trader;
    const name = nameOf(trader);
    for (const [range, percent] of [
      ['1m', record.returns.month],
      ['3m', record.returns.quarter],
      ['12m', record.returns.year],
      ['all', record.returns.all],
    ] as const) {
      const text = await read(investor, `/traders/${trader._id}?range=${range}`);
      // A range that is longer than the record shows all of it.
      const shown = percent ?? record.returns.all;
      if (shown === null) continue;
      const became = (100 + shown).toFixed(2);
      expectAll(`the chart of ${name} over ${range}`, text, [
        `${name}: 100 became ${became} (${returned(shown)}), and fell`,
      ]);
      if (percent === null || range === 'all') {
        expectAll(`the chart of ${name}`, text, [`and fell at most ${fell(maxDrawdown)} below a high`]);
      }
    }
    const text = await read(investor, `/traders/${trader._id}`);
    expectAll(`the profile of ${name}`, text, [
      `Win rate ${won(trader.winRate)}`,
      `Average monthly return ${trader.monthlyReturn === null ? 'none yet' : returned(trader.monthlyReturn)}`,
      ...(maxDrawdown === null ? [] : [`Largest fall ${fell(maxDrawdown)}`]),
      ...headline(trader),
      ...(trader.profitFactor === null ? [] : [`Profit factor ${trader.profitFactor.toFixed(2)}`]),
      ...(record.returns.all === null
        ? []
        : [
            `Return, 30 days ${returned(record.returns.month)}`,
            `Return, 91 days ${returned(record.returns.quarter)}`,
            `Return, 1 year ${returned(record.returns.year)}`,
            `Return, whole record ${returned(record.returns.all)}`,
            `Worst day ${returned(record.worstDay)}`,
          ]),
      ...(trader.openTrades.count > 0 ? [`${trader.openTrades.count} open with`] : []),
      ...shownLabels(trader),
    ]);
  }
});

test('the comparison', async () => {
  for (const trader of traders) {
    const other = traders.find(({ _id }) => _id !== trader._id)!;
    const html = await investor.page(`/traders/compare?with=${trader._id}&with=${other._id}`);
    const row = (figure: string) =>
      textOf(
        /<tr\b(?:(?!<\/tr>).)*<\/tr>/gs[Symbol.match](html)?.find((each) => textOf(each).trim().startsWith(figure)) ??
          '',
      );
    expectAll(`the comparison of ${nameOf(trader)}`, row('1 month'), [returned(trader.record.returns.month)]);
    expectAll(`the comparison of ${nameOf(trader)}`, row('12 months'), [returned(trader.record.returns.year)]);
    expectAll(`the comparison of ${nameOf(trader)}`, row('Largest fall'), [fell(trader.maxDrawdown)]);
    expectAll(`the comparison of ${nameOf(trader)}`, row('Win rate'), [won(trader.winRate)]);
    expectAll(`the comparison of ${nameOf(trader)}`, row('Kind'), [trader.labels.join(', ')]);
  }
});

test('the ticket of a copy', async () => {
  for (const trader of traders.filter(({ state }) => state === 'open')) {
    const text = await read(investor, `/traders/${trader._id}/copy`);
    expectAll(`the ticket of ${nameOf(trader)}`, text, shownLabels(trader));
    const total = trader.record.returns.year ?? trader.record.returns.all;
    if (total === null || trader.record.days < 30) continue;
    expectAll(`the ticket of ${nameOf(trader)}`, text.replace(/since \d+ \w+ \d+ ,/, 'since,'), [
      `Result since, ${returned(total)}`,
      ...(trader.record.returns.year === null ? [`Largest fall from a high, ${fell(trader.maxDrawdown)} of it`] : []),
    ]);
  }
});

test('the landing page and its calculator, which start with no trader of manual results', async () => {
  const html = mainOf(await visitor.page('/'));
  const text = textOf(html);
  const shown = traders.filter(({ _id }) => html.includes(`value="${_id}"`));
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter(({ labels }) => labels.some((label) => label.includes('operator')))).toEqual([]);
  for (const trader of shown) {
    const { month, year } = trader.record.returns;
    const [gain = 'n/a', span = '0 days'] = headline(trader);
    const card = textOf(
      (html.split(new RegExp(`<h3[^>]*><a[^>]*>${nameOf(trader)}</a></h3>`))[1] ?? '').split('</article>')[0] ?? '',
    );
    expectAll(`the landing page’s card of ${nameOf(trader)}`, card, [
      gain,
      `return in ${span}`,
      `Largest fall ${fell(trader.maxDrawdown)}`,
    ]);
    for (const [months, percent] of [
      [1, month],
      [12, year],
    ] as const) {
      const answer = await read(visitor, `/?copied=${trader._id}&months=${months}`);
      const ended = percent === null ? null : 1_000_00n + BigInt(bps(percent)) * 10n;
      expectAll(`the look back at ${nameOf(trader)}`, answer, [
        ended === null ? `The record of ${nameOf(trader)} is shorter than` : formatUsd(ended),
        ...(ended === null ? [] : [`which once fell ${fell(trader.maxDrawdown)} below an earlier high`]),
      ]);
    }
  }
  expect(text).toContain('What if I had copied $1,000?');
});

test('the page of a copy, whose leader is labelled', async () => {
  const owner = new Client(installation);
  await owner.signIn(installation.demonstration.investor);
  const list = mainOf(await owner.page('/usercopytrade'));
  const pages = new Set(list.match(/\/usercopytrade\/[0-9a-f-]{36}/g) ?? []);
  expect(pages.size).toBeGreaterThan(1);
  for (const page of pages) {
    const html = mainOf(await owner.page(page));
    const leader = traders.find(({ _id }) => html.includes(`href="/traders/${_id}"`));
    expectAll(page, textOf(html), leader ? shownLabels(leader) : ['a leader']);
  }
});

test('the administrators’ list, and the calls among themselves', async () => {
  for (const trader of traders) {
    const text = await read(admin, `/admin/traders?search=${encodeURIComponent(trader.lastname)}`);
    expectAll(`administrators’ row of ${nameOf(trader)}`, text, [won(trader.winRate)]);
    expectAll(`administrators’ row of ${nameOf(trader)}`, text.toLowerCase(), shownLabels(trader));
    const { listed } = trader;
    expect([listed.profitrate, listed.averagereturn]).toEqual([trader.winRate ?? 0, trader.monthlyReturn ?? 0]);
    expect([listed.rrRatio, listed.labels]).toEqual([trader.riskReward ?? 0, trader.labels]);
  }
});
