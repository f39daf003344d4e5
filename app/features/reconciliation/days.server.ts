import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { administrator, type StatementDay, statementSignOff, statementSource } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { plainUsd } from '~/ledger/money';
import { after, now } from '~/platform/clock';
import { type Handle, type Reader, read, rows } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findBreaks, sourceOf } from './breaks.server';
import { isReadByChain } from './chains/readNetworks.server';
import { type Coverage, startOf, whyNotCovered } from './coverage';
import { chainOf, filesOf, type Source } from './statements/takeLines.server';

/** The totals of a day of a source by its statement, hundred-millionths of the coin. */
type CustodyDay = {
  day: string;
  opening: bigint;
  moneyIn: bigint;
  moneyOut: bigint;
  fees: bigint;
  closing: bigint;
  lines: number;
};

/** The totals of a day of a method by our books, cents. */
type BooksDay = { moneyIn: bigint; moneyOut: bigint; closing: bigint };

/** Days that a page lists. */
const MOST_DAYS = 31;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

type Summed = {
  day: number | string;
  money_in: string | null;
  money_out: string | null;
  fees: string;
  lines: number | string;
};

const big = (text: string | null): bigint => BigInt(text ?? '0');

/** Every day with lines, the oldest first, from the opening on. A line that repeats another one moves nothing; fees count as `costOf` has them. */
export async function custodyDays(handle: Reader, { method, opensAt, opening }: Source): Promise<CustodyDay[]> {
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
  let held = opening;
  return found.map(({ day, money_in, money_out, fees, lines }) => {
    const before = held;
    const [moneyIn, moneyOut, fee] = [big(money_in), big(money_out), big(fees)];
    held = before + moneyIn - moneyOut - fee;
    return {
      day: dayOf(new Date(Number(day))),
      opening: before,
      moneyIn,
      moneyOut,
      fees: fee,
      closing: held,
      lines: Number(lines),
    };
  });
}

/** What the ledger moved into and out of a method's custody, by day, the oldest first. */
async function booksDays(handle: Reader, method: string): Promise<Map<string, BooksDay>> {
  const side = (name: 'debit' | 'credit') => sql`
    select j.effective_at - (j.effective_at % ${DAY}) as day,
      ${name === 'debit' ? sql`t.amount` : sql`0`} as money_in, ${name === 'credit' ? sql`t.amount` : sql`0`} as money_out
    from account a join transfer t on t.${sql.raw(name)}_account_id = a.id join journal j on j.id = t.journal_id
    where a.code = ${`custody:${method}`}`;
  const found = await rows<{ day: number | string; money_in: string; money_out: string }>(
    handle,
    sql`select day, cast(sum(money_in) as text) as money_in, cast(sum(money_out) as text) as money_out
        from (${side('debit')} union all ${side('credit')}) sides group by day order by day`,
  );
  let held = 0n;
  return new Map(
    found.map(({ day, money_in, money_out }) => {
      held += big(money_in) - big(money_out);
      return [dayOf(new Date(Number(day))), { moneyIn: big(money_in), moneyOut: big(money_out), closing: held }];
    }),
  );
}

/** The figures of one day, also of one without lines. */
function figuresOf(days: readonly CustodyDay[], { opening }: Source, day: string): CustodyDay {
  const found = days.find((each) => each.day === day);
  if (found) return found;
  const held = days.findLast((each) => each.day < day)?.closing ?? opening;
  return { day, opening: held, moneyIn: 0n, moneyOut: 0n, fees: 0n, closing: held, lines: 0 };
}

const kept = ({ opening, moneyIn, moneyOut, fees, closing, lines }: CustodyDay, breaks: number): StatementDay => ({
  opening: String(opening),
  moneyIn: String(moneyIn),
  moneyOut: String(moneyOut),
  fees: String(fees),
  closing: String(closing),
  lines,
  breaks,
});

const isSame = (one: StatementDay, other: CustodyDay): boolean =>
  one.closing === String(other.closing) && one.opening === String(other.opening) && one.lines === other.lines;

/** What of a day its form holds, so that nobody signs other figures than they saw. */
const shownOf = ({ opening, closing, lines }: CustodyDay): string => `${opening} ${closing} ${lines}`;

/**
 * The newest complete days of a source (midnight to midnight UTC), newest first, with what the books have of each day and who signed it.
 * @param most days at the most
 */
export async function daysPage(source: Source, most = MOST_DAYS) {
  const { method, opensAt } = source;
  const days = await custodyDays(read(), source);
  const books = await booksDays(read(), method);
  const signed = await read()
    .select()
    .from(statementSignOff)
    .where(eq(statementSignOff.method, method))
    .orderBy(desc(statementSignOff.day));
  const ids = signed
    .flatMap(({ signedBy, countersignedBy }) => [signedBy, countersignedBy])
    .filter((id) => id !== null);
  const people = ids.length
    ? await read()
        .select({ id: administrator.id, name: administrator.name })
        .from(administrator)
        .where(inArray(administrator.id, ids))
    : [];
  const nameOf = (id: string | null) => people.find((each) => each.id === id)?.name ?? 'Another administrator';
  const listed: string[] = [];
  // Whole days, back from yesterday; today is not over.
  for (let at = startOf(dayOf(now())); at > opensAt && listed.length < most; ) {
    at = after(at, -DAY);
    listed.push(dayOf(at));
  }
  const booksBefore = [...books].toReversed();
  const coverage = await coverageOf(read(), source);
  return listed.map((day) => {
    const figures = figuresOf(days, source, day);
    const row = signed.find((each) => each.day === day);
    const [, last] = booksBefore.find(([each]) => each <= day) ?? [];
    return {
      ...figures,
      shown: shownOf(figures),
      books: {
        moneyIn: books.get(day)?.moneyIn ?? 0n,
        moneyOut: books.get(day)?.moneyOut ?? 0n,
        closing: last?.closing ?? 0n,
      },
      notRead: whyNotCovered(coverage, day),
      signed: row
        ? {
            by: { id: row.signedBy, name: nameOf(row.signedBy) },
            at: row.signedAt,
            breaks: row.figures.breaks,
            isSame: isSame(row.figures, figures),
            counter:
              row.countersignedBy && row.countersignedAt
                ? { name: nameOf(row.countersignedBy), at: row.countersignedAt }
                : null,
          }
        : null,
    };
  });
}

export type ListedDay = Awaited<ReturnType<typeof daysPage>>[number];

/** What files and the chain of a source have. */
export const coverageOf = async (handle: Reader, source: Source): Promise<Coverage> => ({
  files: filesOf(source),
  chain: chainOf(source),
  isChainRead: await isReadByChain(handle, source.method),
});

type Signed = Result<{ day: string }>;

/** A day of a method; `shown` are its figures as a form shows them. */
type DayToSign = { method: string; day: string; shown?: string };

/** What a day comes to now, or why it can't be signed. */
async function dayToSign(tx: Handle, by: Actor, { method, day, shown }: DayToSign) {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const source = await sourceOf(tx, method);
  if (!source) return refuse('no-source', 'No statement of this method has been imported yet.');
  if (after(startOf(day), DAY) > now()) return refuse('not-over', 'That day is not over by UTC.', 'day');
  if (after(startOf(day), DAY) <= source.opensAt)
    return refuse('before', 'The statements begin after that day.', 'day');
  const notRead = whyNotCovered(await coverageOf(tx, source), day);
  if (notRead) return refuse('not-read', notRead, 'day');
  const figures = figuresOf(await custodyDays(tx, source), source, day);
  if (shown !== undefined && shown !== shownOf(figures))
    return refuse('changed', 'That day has changed since it was shown. Look at it again. Nothing was signed.', 'day');
  const [signed] = await tx
    .select()
    .from(statementSignOff)
    .where(and(eq(statementSignOff.method, method), eq(statementSignOff.day, day)));
  return done({ source, figures, signed });
}

/** A person signs what a day came to, breaks that are open and all. It is signed anew only if lines of it came later. */
export async function signDay(tx: Handle, by: Actor, asked: DayToSign): Promise<Signed> {
  const { method, day } = asked;
  const found = await dayToSign(tx, by, asked);
  if (!found.ok) return found;
  const { source, figures, signed } = found.value;
  if (signed && isSame(signed.figures, figures)) return refuse('signed', 'That day is signed already.', 'day');
  const end = after(startOf(day), DAY);
  const open = (await findBreaks(tx, source)).breaks.filter(({ since }) => since < end).length;
  const row = { figures: kept(figures, open), signedBy: by.id ?? '', signedAt: now() };
  const none = { countersignedBy: null, countersignedAt: null };
  if (signed)
    await tx
      .update(statementSignOff)
      .set({ ...row, ...none })
      .where(eq(statementSignOff.id, signed.id));
  else await tx.insert(statementSignOff).values({ id: newId(), method, day, ...row, ...none });
  await record(tx, {
    thing: 'statement day',
    thingId: `${method} ${day}`,
    event: 'sign',
    by,
    details: told(row.figures),
  });
  return done({ day });
}

/** A second person signs a day that another has signed, if it still comes to the same. */
export async function countersignDay(tx: Handle, by: Actor, asked: DayToSign): Promise<Signed> {
  const { method, day } = asked;
  const found = await dayToSign(tx, by, asked);
  if (!found.ok) return found;
  const { figures, signed } = found.value;
  if (!signed) return refuse('unsigned', 'Nobody has signed that day yet.', 'day');
  if (signed.countersignedAt) return refuse('signed', 'That day is countersigned already.', 'day');
  if (signed.signedBy === by.id)
    return refuse('same-person', 'You signed that day. Another administrator countersigns it.', 'day');
  if (!isSame(signed.figures, figures))
    return refuse('changed', 'Lines of that day came since it was signed. It has to be signed anew first.', 'day');
  await tx
    .update(statementSignOff)
    .set({ countersignedBy: by.id, countersignedAt: now() })
    .where(eq(statementSignOff.id, signed.id));
  const details = told(signed.figures);
  await record(tx, { thing: 'statement day', thingId: `${method} ${day}`, event: 'countersign', by, details });
  return done({ day });
}

const told = ({ closing, lines, breaks }: StatementDay) => ({
  'closing, hundred-millionths': closing,
  lines: String(lines),
  'breaks open': String(breaks),
});

/** The columns of the file of custody, in order: amounts of statements in the coin, of the books in dollars. */
export const CUSTODY_COLUMNS = [
  'day',
  'method',
  'opening',
  'in',
  'out',
  'fees',
  'closing',
  'lines',
  'books_in_usd',
  'books_out_usd',
  'books_closing_usd',
  'breaks_when_signed',
  'signed_by',
  'countersigned_by',
] as const;

/** Days of a source that the file of custody has. */
const DAYS_IN_FILE = 3660;

/** Every day of every source, source by source, the newest day first. */
export async function* custodyRows(): AsyncGenerator<Record<(typeof CUSTODY_COLUMNS)[number], string>> {
  for (const source of await read().select().from(statementSource).orderBy(asc(statementSource.method))) {
    for (const { day, opening, moneyIn, moneyOut, fees, closing, lines, books, signed } of await daysPage(
      source,
      DAYS_IN_FILE,
    )) {
      yield {
        day,
        method: source.method,
        opening: writeCoinAmount(opening),
        in: writeCoinAmount(moneyIn),
        out: writeCoinAmount(moneyOut),
        fees: writeCoinAmount(fees),
        closing: writeCoinAmount(closing),
        lines: String(lines),
        books_in_usd: plainUsd(books.moneyIn),
        books_out_usd: plainUsd(books.moneyOut),
        books_closing_usd: plainUsd(books.closing),
        breaks_when_signed: signed?.isSame ? String(signed.breaks) : '',
        // A signature counts only while the figures are as they were signed.
        signed_by: signed?.isSame ? signed.by.name : '',
        countersigned_by: signed?.isSame ? (signed.counter?.name ?? '') : '',
      };
    }
  }
}
