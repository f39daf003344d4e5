import { and, asc, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  account,
  copy,
  event,
  journal,
  mirror,
  notification,
  tradingAccount,
  tradingOrder,
  transfer,
} from '#drizzle/schema';
import { toSignedResult } from '~/ledger/money';
import { toMoney } from '~/ledger/moneyJson';
import { read } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { newId } from '~/platform/ids';
import { contractOf } from '~/trading/contracts';
import { plainPrice, plainSize } from '~/trading/decimals';
import { BALANCE_PARTS, type EventName, ORDER_CHANGES, type SentEvent } from './eventTypes';
import {
  createLowestId,
  type EventPosition,
  getCreationTime,
  MAX_ROW_DELAY_MS,
  parsePosition,
  SentLog,
} from './internal/position';

/*
 * Events are derived from rows that exist anyway: of the audit log, the ledger, trading and notifications. Their IDs start with the
 * creation time.
 */

/** Part of an open page that an event changes. */
export type Fact = 'money' | 'positions' | 'news';

/** New row. `fact` is null if it does not affect pages; `event` is null if streams and webhooks omit it. */
export type NewEventRow = { id: string; userId: string; fact: Fact | null; event: (() => SentEvent) | null };

/** Selection of events: of one person or of all, starting at an ID. */
type EventSelection = { from: string; userId?: string; limit: number };

/** Events of one table. `isFull` is true if the limit was reached. */
type FoundEvents = { events: NewEventRow[]; isFull: boolean };

type EventSource = (part: EventSelection) => Promise<FoundEvents>;

const toFoundEvents = <R>(rows: R[], { limit }: EventSelection, happening: (row: R) => NewEventRow): FoundEvents => ({
  events: rows.map(happening),
  isFull: rows.length === limit,
});

const STATE_EVENT_NAMES: Readonly<Record<string, EventName>> = {
  deposit: 'deposit.changed',
  withdrawal: 'withdrawal.changed',
  'KYC submission': 'identity.changed',
  copy: 'copy.changed',
};

const isInSelection = (id: SQLiteColumn, owner: SQLiteColumn, { from, userId }: EventSelection) =>
  and(gte(id, from), userId === undefined ? undefined : eq(owner, userId));

const readAuditLog: EventSource = async (part) => {
  const isOrder = and(eq(event.thing, 'own trading'), inArray(event.event, Object.keys(ORDER_CHANGES)));
  const isState = and(inArray(event.thing, Object.keys(STATE_EVENT_NAMES)), isNotNull(event.toState));
  const rows = await read()
    .select()
    .from(event)
    .where(and(isInSelection(event.id, event.userId, part), isNotNull(event.userId), or(isOrder, isState)))
    .orderBy(asc(event.id))
    .limit(part.limit);
  return toFoundEvents(rows, part, ({ id, userId, thing, thingId, event: name, fromState, toState, details, at }) => {
    const type = STATE_EVENT_NAMES[thing] ?? 'order.changed';
    const data =
      type === 'order.changed'
        ? { change: ORDER_CHANGES[name as keyof typeof ORDER_CHANGES], message: details?.what ?? '' }
        : { id: thingId, state: toState, previousState: fromState };
    return { id, userId: userId ?? '', fact: null, event: () => ({ id, type, timestamp: at, data }) };
  });
};

const readLedger: EventSource = async (part) => {
  const isTouched = or(eq(account.id, transfer.debitAccountId), eq(account.id, transfer.creditAccountId));
  const rows = await read()
    .select({
      id: journal.id,
      kind: journal.kind,
      at: journal.effectiveAt,
      userId: account.ownerId,
      code: account.code,
      balance:
        sql<bigint>`case when ${account.id} = ${transfer.debitAccountId} then ${transfer.debitBalance} else ${transfer.creditBalance} end`.mapWith(
          transfer.debitBalance,
        ),
    })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .innerJoin(account, isTouched)
    .where(and(isInSelection(journal.id, account.ownerId, part), isNotNull(account.ownerId)))
    .orderBy(asc(journal.id), asc(transfer.leg))
    .limit(part.limit);
  const moved = new Map<string, { row: (typeof rows)[number]; balances: Map<string, bigint> }>();
  for (const row of rows) {
    const key = `${row.id} ${row.userId}`;
    const known = moved.get(key) ?? { row, balances: new Map() };
    moved.set(key, known);
    // The last leg of an account has its final balance.
    known.balances.set(row.code, row.balance);
  }
  const events = Array.from(
    moved.values(),
    ({ row: { id, userId, kind, at }, balances }): NewEventRow => ({
      id,
      userId: userId ?? '',
      fact: 'money',
      event: () => {
        const parts = Array.from(balances, ([code, balance]) => {
          const [name = '', key = ''] = code.split(':');
          const part = BALANCE_PARTS[name as keyof typeof BALANCE_PARTS];
          return { part, copyId: part === 'copies' ? key : null, balance: toMoney(balance) };
        });
        return {
          id,
          type: 'balance.changed',
          timestamp: at,
          data: { transactionId: id, kind, balances: parts },
        };
      },
    }),
  );
  return { events, isFull: rows.length === part.limit };
};

const NON_FILL_KINDS = ['holding', 'amend', 'flow'];

const readTrading: EventSource = async (part) => {
  const { from, userId: person, limit } = part;
  const copies = (owner: string) => read().select({ id: copy.id }).from(copy).where(eq(copy.userId, owner));
  const isOwnedByThem = (owner: string) =>
    or(eq(tradingOrder.accountId, owner), inArray(tradingOrder.accountId, copies(owner)));
  const rows = await read()
    .select({ order: tradingOrder, owner: copy.userId, copyId: copy.id })
    .from(tradingOrder)
    .innerJoin(tradingAccount, and(eq(tradingAccount.id, tradingOrder.accountId), ne(tradingAccount.kind, 'leader')))
    .leftJoin(copy, eq(copy.id, tradingOrder.accountId))
    .where(and(gte(tradingOrder.id, from), person === undefined ? undefined : isOwnedByThem(person)))
    .orderBy(asc(tradingOrder.id))
    .limit(limit);
  return toFoundEvents(rows, part, ({ order, owner, copyId }) => {
    const { id, number, kind, instrument, size, price, result, at } = order;
    const contract = contractOf(instrument ?? '');
    const data = () => ({
      ...(copyId && { copyId }),
      number,
      kind,
      symbol: contract?.symbol ?? instrument,
      side: size < 0n ? 'sell' : 'buy',
      size: plainSize(size),
      price: contract ? plainPrice(price, contract) : String(price),
      result: toMoney(result),
    });
    const type = copyId ? 'copy.traded' : 'order.filled';
    const buildEvent = NON_FILL_KINDS.includes(kind)
      ? null
      : () => ({ id, type, timestamp: at, data: data() }) as const;
    return { id, userId: owner ?? order.accountId, fact: 'positions', event: buildEvent };
  });
};

const readResults: EventSource = async (part) => {
  const rows = await read()
    .select()
    .from(mirror)
    .where(isInSelection(mirror.id, mirror.userId, part))
    .orderBy(asc(mirror.id))
    .limit(part.limit);
  return toFoundEvents(rows, part, ({ id, userId, copyId, pair, amount, type, status: state, reason, at }) => ({
    id,
    userId,
    fact: 'money',
    event: () => {
      const data = { id, copyId, pair, result: toMoney(toSignedResult({ type, amount })), state, reason };
      return { id, type: 'copy.result', timestamp: at, data };
    },
  }));
};

const readNotifications: EventSource = async (part) => {
  const rows = await read()
    .select()
    .from(notification)
    .where(isInSelection(notification.id, notification.userId, part))
    .orderBy(asc(notification.id))
    .limit(part.limit);
  return toFoundEvents(rows, part, ({ id, userId, text, href, at }) => ({
    id,
    userId,
    fact: 'news',
    event: () => ({ id, type: 'notification.created', timestamp: at, data: { id, text, href } }),
  }));
};

const EVENT_SOURCES = [readAuditLog, readLedger, readTrading, readResults, readNotifications];

/** Reads events in the order of their IDs. If the limit was reached, `next` is the creation time of the first omitted event. */
async function readEvents(part: EventSelection): Promise<{ events: NewEventRow[]; next: number | null }> {
  const found = await Promise.all(EVENT_SOURCES.map((source) => source(part)));
  const [cut] = found.flatMap(({ events, isFull }) => (isFull ? (events.at(-1)?.id ?? []) : [])).sort();
  const events = found
    .flatMap((each) => each.events)
    .filter(({ id }) => cut === undefined || id < cut)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { events, next: cut === undefined ? null : getCreationTime(cut) };
}

/** Usual overlap of two reads, milliseconds. Every tenth read overlaps by the longest possible delay of a row instead. */
const READ_OVERLAP_MS = 5_000;
const READS_PER_DEEP_READ = 10;

const MAX_EVENTS_PER_READ = 50_000;
/** Larger than the number of events that a position lists, so that each read makes progress. */
const MAX_EVENTS_PER_USER = 5_000;

/** Returns the current instant of the clock that creates IDs, in milliseconds. */
export const getCurrentInstant = (): number => getCreationTime(newId());

/** Event that was not read before, with the position of a reader who has received it. */
export type NewEvent = NewEventRow & { position: string };

/** Reads the events of all people, each once. */
export class NewEvents {
  readonly #logs = new Map<string, SentLog>();
  #readUntil: number;
  #looks = 0;

  /** @param from start; rows up to a minute older are read as well */
  constructor(from = getCurrentInstant()) {
    this.#readUntil = from;
  }

  get readUntil(): number {
    return this.#readUntil;
  }

  logOf(userId: string): SentLog {
    return this.#logs.get(userId) ?? new SentLog(this.#readUntil - MAX_ROW_DELAY_MS);
  }

  /** Reads the new events. @param wants returns whether a person's positions are needed */
  async next(wants: (userId: string) => boolean = () => false): Promise<NewEvent[]> {
    const start = getCurrentInstant();
    const isDeep = this.#looks % READS_PER_DEEP_READ === 0;
    const from = createLowestId(this.#readUntil - (isDeep ? MAX_ROW_DELAY_MS : READ_OVERLAP_MS));
    const { events, next } = await readEvents({ from, limit: MAX_EVENTS_PER_READ });
    const fresh = events.flatMap((each): NewEvent[] => {
      const log = this.logOf(each.userId);
      if (log.has(each.id)) return [];
      this.#logs.set(each.userId, log);
      log.note(each.id);
      return [{ ...each, position: wants(each.userId) ? log.position() : '' }];
    });
    this.#looks += 1;
    this.#readUntil = next ?? start;
    if (isDeep) {
      for (const [userId, log] of this.#logs)
        if (log.isOlderThan(this.#readUntil - MAX_ROW_DELAY_MS)) this.#logs.delete(userId);
    }
    return fresh;
  }

  /** Reads the events that one person's reader missed since a position. `rest` is the next position, null at the end. */
  async missed(
    userId: string,
    { since, hasSent }: EventPosition,
  ): Promise<{ events: NewEvent[]; rest: string | null }> {
    const live = this.logOf(userId);
    const log = new SentLog(since);
    const { events, next } = await readEvents({ from: createLowestId(since), userId, limit: MAX_EVENTS_PER_USER });
    const missed = events.flatMap((each): NewEvent[] => {
      // The live log lacks events committed since its last read; its next read returns them.
      if (!live.has(each.id)) return [];
      log.note(each.id);
      return hasSent(each.id) ? [] : [{ ...each, position: log.position() }];
    });
    return { events: missed, rest: next === null ? null : log.position() };
  }
}

/** Age of the oldest position that can be resumed, days. */
export const RESUMABLE_DAYS = 7;

/** Returns the position that a reader sent; null if invalid or too old. */
export function parseResumablePosition(text: string): EventPosition | null {
  const position = parsePosition(text);
  return position && position.since > getCurrentInstant() - RESUMABLE_DAYS * DAY ? position : null;
}
