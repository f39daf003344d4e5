import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { administrator, type StatementDay, statementSignOff, statementSource } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { formatPlainUsd } from '~/ledger/money';
import { transferSides } from '~/ledger/reading/transferSides.server';
import { after, now } from '~/platform/clock';
import { findAll, type Handle, type Reader, read, rows } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { isoDay } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findBreaks } from './breaks.server';
import { getUtcStartOfDay, reasonDayNotCovered } from './coverage';
import { findSource, getCoveredRange, type Source } from './statements/importLines.server';

type CustodyDay = { day: string; lines: number } & Record<
  'opening' | 'moneyIn' | 'moneyOut' | 'fees' | 'closing',
  bigint
>;

const [DAYS_ON_PAGE, DAYS_IN_FILE] = [31, 3660];

type Summed = { day: number | string; money_in: string; money_out: string; fees?: string; lines?: number | string };

/** Adds the balances to the sums of days, oldest first, beginning with `held`. */
const toCustodyDays = (sums: readonly Summed[], held = 0n): CustodyDay[] =>
  sums.map(({ day, money_in, money_out, fees = '0', lines = 0 }) => {
    const [moneyIn, moneyOut, cost, opening] = [BigInt(money_in), BigInt(money_out), BigInt(fees), held];
    held += moneyIn - moneyOut - cost;
    const moved = { moneyIn, moneyOut, fees: cost, lines: Number(lines) };
    return { day: isoDay(new Date(Number(day))), opening, ...moved, closing: held };
  });

/** Adds up each day with lines since the opening, oldest first. Repeated lines count as zero; `computeCost` defines fees. */
export async function computeCustodyDays(handle: Reader, { method, opensAt, opening }: Source): Promise<CustodyDay[]> {
  const found = await rows<Summed>(
    handle,
    sql`select day, cast(sum(case when amount > 0 then amount else 0 end) as text) as money_in,
          cast(sum(case when amount < 0 then -amount else 0 end) as text) as money_out,
          cast(sum(fee) as text) as fees, count(*) as lines
        from (select at - (at % ${DAY}) as day, cast(amount as bigint) as amount,
                case when cast(amount as bigint) > 0 and cast(fee as bigint) > 0 then 0 else cast(fee as bigint) end as fee
              from statement_line where method = ${method} and at >= ${opensAt.getTime()}
                and not exists (select 1 from statement_match m where m.line_id = statement_line.id and m.how = 'repeated')) moved
        group by day order by day`,
  );
  return toCustodyDays(found, opening);
}

/** Adds up what the ledger moved into and out of a method's custody, cents, by day, the oldest first. */
async function computeBooksDays(handle: Reader, method: string) {
  const day = sql`j.effective_at - (j.effective_at % ${DAY}) as day`;
  const found = await rows<Summed>(
    handle,
    sql`select day, cast(sum(debit) as text) as money_in, cast(sum(credit) as text) as money_out
        from (${transferSides(day, sql`a.code = ${`custody:${method}`}`)}) sides group by day order by day`,
  );
  return toCustodyDays(found);
}

/** Finds a day among those with movements, oldest first. A day without movements has the previous balance, initially `held`. */
function findDay(days: readonly CustodyDay[], day: string, held = 0n): CustodyDay {
  const last = days.findLast((each) => each.day <= day);
  const closing = last?.closing ?? held;
  return last?.day === day ? last : { day, opening: closing, moneyIn: 0n, moneyOut: 0n, fees: 0n, closing, lines: 0 };
}

/** Returns the figures of a day as its form sends them, so that only displayed figures can be signed. */
const getShownFigures = ({ opening, closing, lines }: CustodyDay | StatementDay): string =>
  `${opening} ${closing} ${lines}`;

export async function loadDaysPage(source: Source, limit: number = DAYS_ON_PAGE) {
  const { method, opensAt, opening } = source;
  const days = await computeCustodyDays(read(), source);
  const books = await computeBooksDays(read(), method);
  const signed = await read()
    .select()
    .from(statementSignOff)
    .where(eq(statementSignOff.method, method))
    .orderBy(desc(statementSignOff.day));
  const ids = signed.flatMap(({ signedBy, countersignedBy }) => [signedBy, countersignedBy ?? signedBy]);
  const people = await findAll(read(), administrator, { id: [...new Set(ids)] });
  const nameOf = (id: string) => people.find((each) => each.id === id)?.name ?? 'Another administrator';
  const listed = [];
  // Lists whole days backwards from yesterday.
  for (let at = getUtcStartOfDay(isoDay(now())); at > opensAt && listed.length < limit; ) {
    at = after(at, -DAY);
    const day = isoDay(at);
    const figures = findDay(days, day, opening);
    const row = signed.find((each) => each.day === day);
    listed.push({
      ...figures,
      shown: getShownFigures(figures),
      books: findDay(books, day),
      notRead: reasonDayNotCovered(getCoveredRange(source), day),
      signed: row
        ? {
            by: { id: row.signedBy, name: nameOf(row.signedBy) },
            breaks: row.figures.breaks,
            isSame: getShownFigures(row.figures) === getShownFigures(figures),
            counter: row.countersignedBy ? { name: nameOf(row.countersignedBy) } : null,
          }
        : null,
    });
  }
  return listed;
}

export type ListedDay = Awaited<ReturnType<typeof loadDaysPage>>[number];

type Signed = Result<{ day: string }>;

type DayToSign = { method: string; day: string; shown?: string };

async function loadDayToSign(tx: Handle, by: Actor, { method, day, shown }: DayToSign) {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const source = await findSource(tx, method);
  if (!source) return refuse('no-source', 'No statement of this method has been imported yet.');
  const end = after(getUtcStartOfDay(day), DAY);
  if (end > now()) return refuse('not-over', 'That day has not ended in UTC.', 'day');
  if (end <= source.opensAt) return refuse('before', 'The statements begin after that day.', 'day');
  const notRead = reasonDayNotCovered(getCoveredRange(source), day);
  if (notRead) return refuse('not-read', notRead, 'day');
  const figures = findDay(await computeCustodyDays(tx, source), day, source.opening);
  if (shown !== undefined && shown !== getShownFigures(figures))
    return refuse('changed', 'That day has changed since you opened it. Check it again. Nothing was signed.', 'day');
  const isDay = and(eq(statementSignOff.method, method), eq(statementSignOff.day, day));
  const [signed] = await tx.select().from(statementSignOff).where(isDay);
  return done({
    source,
    end,
    figures,
    signed,
    isSame: signed && getShownFigures(signed.figures) === getShownFigures(figures),
  });
}

const recordSigned = (tx: Handle, by: Actor, { method, day }: DayToSign, event: string, signed: StatementDay) => {
  const { closing, lines, breaks } = signed;
  const details = { 'closing, hundred-millionths': closing, lines: String(lines), 'breaks open': String(breaks) };
  return record(tx, { thing: 'statement day', thingId: `${method} ${day}`, event, by, details });
};

/** Signs the state of a day, including its open breaks. Only lines added to that day later allow another signature. */
export async function signDay(tx: Handle, by: Actor, input: DayToSign): Promise<Signed> {
  const { method, day } = input;
  const found = await loadDayToSign(tx, by, input);
  if (!found.ok) return found;
  const { source, end, figures, signed, isSame } = found.value;
  if (isSame) return refuse('signed', 'That day is already signed.', 'day');
  const { breaks } = await findBreaks(tx, source);
  const { opening, moneyIn, moneyOut, fees, closing, lines } = figures;
  const stored: StatementDay = {
    opening: String(opening),
    moneyIn: String(moneyIn),
    moneyOut: String(moneyOut),
    fees: String(fees),
    closing: String(closing),
    lines,
    breaks: breaks.filter(({ since }) => since < end).length,
  };
  const set = { figures: stored, signedBy: by.id ?? '', signedAt: now(), countersignedBy: null, countersignedAt: null };
  if (signed) await tx.update(statementSignOff).set(set).where(eq(statementSignOff.id, signed.id));
  else await tx.insert(statementSignOff).values({ id: newId(), method, day, ...set });
  await recordSigned(tx, by, input, 'sign', stored);
  return done({ day });
}

export async function countersignDay(tx: Handle, by: Actor, input: DayToSign): Promise<Signed> {
  const found = await loadDayToSign(tx, by, input);
  if (!found.ok) return found;
  const { signed, isSame } = found.value;
  if (!signed) return refuse('unsigned', 'Nobody has signed that day yet.', 'day');
  if (signed.countersignedAt) return refuse('signed', 'That day is already countersigned.', 'day');
  if (signed.signedBy === by.id)
    return refuse('same-person', 'You signed that day, so another administrator must countersign it.', 'day');
  if (!isSame)
    return refuse('changed', 'Lines of that day were added after it was signed. Sign it again first.', 'day');
  const set = { countersignedBy: by.id, countersignedAt: now() };
  await tx.update(statementSignOff).set(set).where(eq(statementSignOff.id, signed.id));
  await recordSigned(tx, by, input, 'countersign', signed.figures);
  return done({ day: input.day });
}

/** Columns of the custody file, in order. Amounts of statements are in the coin, those of the books in dollars. */
export const CUSTODY_COLUMNS = [
  ...(['day', 'method', 'opening', 'in', 'out', 'fees', 'closing', 'lines'] as const),
  ...(['books_in_usd', 'books_out_usd', 'books_closing_usd'] as const),
  ...(['breaks_when_signed', 'signed_by', 'countersigned_by'] as const),
] as const;

export async function* streamCustodyRows(): AsyncGenerator<Record<(typeof CUSTODY_COLUMNS)[number], string>> {
  for (const source of await read().select().from(statementSource).orderBy(asc(statementSource.method)))
    for (const { books, signed, ...figures } of await loadDaysPage(source, DAYS_IN_FILE)) {
      // A signature is valid only while the figures are the signed ones.
      const standing = signed?.isSame ? signed : null;
      yield {
        day: figures.day,
        method: source.method,
        opening: writeCoinAmount(figures.opening),
        in: writeCoinAmount(figures.moneyIn),
        out: writeCoinAmount(figures.moneyOut),
        fees: writeCoinAmount(figures.fees),
        closing: writeCoinAmount(figures.closing),
        lines: String(figures.lines),
        books_in_usd: formatPlainUsd(books.moneyIn),
        books_out_usd: formatPlainUsd(books.moneyOut),
        books_closing_usd: formatPlainUsd(books.closing),
        breaks_when_signed: standing ? String(standing.breaks) : '',
        signed_by: standing?.by.name ?? '',
        countersigned_by: standing?.counter?.name ?? '',
      };
    }
}
