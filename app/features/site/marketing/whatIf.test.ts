import { expect, it } from 'vitest';
import { computeWhatIf } from './whatIf';

const traders = [
  { id: 'a', name: 'Ann', manualLabel: null, monthBps: 120, quarterBps: -350, yearBps: 1_840, drawdownBps: 910 },
  { id: 'b', name: 'Ben', manualLabel: null, monthBps: 0, quarterBps: null, yearBps: null, drawdownBps: 40 },
];
const requested = (query: string) => computeWhatIf(traders, new URLSearchParams(query));

it('computes what $1,000 became by the stored return of the trader for the requested months', () => {
  expect(requested('copied=a&months=3')).toMatchObject({ name: 'Ann', months: 3, ended: 965_00n, drawdownBps: 910 });
  expect(requested('copied=b&months=1')).toMatchObject({ name: 'Ben', ended: 1_000_00n });
});

it('says so if the record is shorter', () => {
  expect(requested('copied=b&months=12')).toMatchObject({ ended: null });
});

it('defaults to the first trader and a year for any invalid choice', () => {
  for (const query of ['', 'copied=unknown&months=7', 'months=__proto__']) {
    expect(requested(query)).toMatchObject({ trader: 'a', months: 12, ended: 1_184_00n });
  }
  expect(computeWhatIf([], new URLSearchParams())).toBeNull();
});

it('defaults to no trader with manual results, and to nobody if there are no others', () => {
  const [ann, ben] = traders.map((each) => ({ ...each, manualLabel: 'entered by management' }));
  expect(computeWhatIf([ann!, traders[1]!], new URLSearchParams())).toMatchObject({ name: 'Ben' });
  expect(computeWhatIf([ann!, ben!], new URLSearchParams('copied=a'))).toBeNull();
});
