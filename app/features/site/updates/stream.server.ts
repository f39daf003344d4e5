import { SECOND, systemNow } from '~/platform/clock';
import { commits, read } from '~/platform/db/index.server';
import { settingOf } from '~/platform/installation/settings.server';
import { log } from '~/platform/log/index.server';
import { singleton } from '~/platform/singleton';
import { countStreams, type EndStream, openStream, type SendEvent } from '~/platform/streams.server';
import { API_KEYS } from '~/signIns/keyScopes';
import { signInsAlive } from '~/signIns/session.server';
import { type Position, readPosition } from '../events/internal/position';
import { type Fact, type NewEvent, NewEvents } from '../events/newEvents.server';

const INTERVAL_MS = SECOND;

/** Number of reads between two heartbeats. */
const READS_PER_HEARTBEAT = 5;

/** Largest number of streams per person, one per browser; a further one ends the oldest. */
export const UPDATE_READERS_PER_PERSON = 5;

export const UPDATES_CHANNEL = 'updates';

/** Largest number of streams per API key; a further one is refused. */
export const EVENT_READERS_PER_KEY = 3;

const EVENTS = 'events';

type Reader = {
  person: string;
  sessionHash: string;
  send: SendEvent;
  end: EndStream;
  /** Kind of reader: pages receive the changed facts, programs each event. */
  reads: 'facts' | 'events';
  /** Position to resume from. */
  after?: Position | null;
  hasBegun?: boolean;
};

type Watch = {
  readers: Set<Reader>;
  events: NewEvents;
  timer?: ReturnType<typeof setInterval>;
  looks: number;
  /** Number of commits at the last read, if the engine counts them. */
  seen: number | null;
  busy: boolean;
};

const watch = singleton(
  'updates',
  (): Watch => ({
    readers: new Set(),
    events: new NewEvents(),
    looks: 0,
    seen: null,
    busy: false,
  }),
);

/** Adds a reader until its stream ends; the first reader starts the polling. */
function addReader(reader: Reader): () => void {
  if (watch.readers.size === 0) watch.events = new NewEvents();
  watch.readers.add(reader);
  // Forces the next read, which includes everything up to now.
  watch.seen = null;
  watch.timer ??= setInterval(() => void publishUpdates(), INTERVAL_MS).unref();
  return () => {
    watch.readers.delete(reader);
    if (watch.readers.size > 0) return;
    clearInterval(watch.timer);
    watch.timer = undefined;
  };
}

/** Opens a person's event stream (`data: money news`). After `event: begin` all later changes are sent. Ends with the session. */
export function openUpdates({ person, sessionHash }: Pick<Reader, 'person' | 'sessionHash'>) {
  return openStream({
    kind: UPDATES_CHANNEL,
    person,
    maxOpen: UPDATE_READERS_PER_PERSON,
    begin: (send, end) => addReader({ person, sessionHash, send, end, reads: 'facts' }),
  });
}

/** Returns whether an API key may open another stream. */
export const hasRoomForEvents = (sessionHash: string): boolean =>
  countStreams(EVENTS, sessionHash) < EVENT_READERS_PER_KEY;

/** Opens a program's stream of its person's events, from a position or from now. Ends with the key. */
export const openEvents = ({ person, sessionHash, after }: Pick<Reader, 'person' | 'sessionHash' | 'after'>) =>
  openStream({
    kind: EVENTS,
    person: sessionHash,
    maxOpen: EVENT_READERS_PER_KEY,
    begin: (send, end) => addReader({ person, sessionHash, send, end, reads: 'events', after }),
  });

/** Reads changes for all readers of this process once, and publishes them. */
export async function publishUpdates(): Promise<void> {
  if (watch.busy || watch.readers.size === 0) return;
  watch.busy = true;
  try {
    const isBeat = watch.looks++ % READS_PER_HEARTBEAT === 0;
    // SQLite counts all commits. While the count is the same, there is nothing new to read.
    const count = commits();
    const isSame = count !== null && count === watch.seen;
    if (isBeat || !isSame) await endSignedOut();
    if (isBeat) for (const { send } of watch.readers) send(':\n\n');
    if (isSame) return;
    await publishNew();
    watch.seen = count;
  } catch (error) {
    // A database failure does not close the streams.
    log().warn({ err: error }, 'no updates could be read');
  } finally {
    watch.busy = false;
  }
}

async function endSignedOut(): Promise<void> {
  const readers = [...watch.readers];
  const alive = await signInsAlive([...new Set(readers.map(({ sessionHash }) => sessionHash))], systemNow());
  const hasKeys = readers.some(({ reads }) => reads === 'events');
  const areForbidden = hasKeys && (await settingOf(read(), API_KEYS.setting)) === API_KEYS.forbidden;
  for (const { sessionHash, reads, end } of readers) {
    if (!alive.has(sessionHash) || (areForbidden && reads === 'events')) end('signed-out');
  }
}

const FACTS: readonly Fact[] = ['money', 'positions', 'news'];

const eventText = ({ event, position }: NewEvent): string[] => {
  const sent = event?.();
  return sent ? [`id: ${position}\nevent: ${sent.type}\ndata: ${JSON.stringify(sent)}\n\n`] : [];
};

async function publishNew(): Promise<void> {
  const readers = [...watch.readers];
  const programs = new Set(readers.filter(({ reads }) => reads === 'events').map(({ person }) => person));
  const fresh = new Map<string, NewEvent[]>(readers.map(({ person }) => [person, []]));
  for (const each of await watch.events.next((userId) => programs.has(userId))) fresh.get(each.userId)?.push(each);
  for (const reader of readers) {
    const { person, reads, send, hasBegun } = reader;
    const news = (hasBegun && fresh.get(person)) || [];
    if (reads === 'events') {
      if (!hasBegun) await beginEvents(reader);
      else for (const text of news.flatMap(eventText)) send(text);
      continue;
    }
    const facts = FACTS.filter((fact) => news.some((each) => each.fact === fact));
    if (facts.length > 0) send(`data: ${facts.join(' ')}\n\n`);
    if (!hasBegun) send('event: begin\ndata: \n\n');
    reader.hasBegun = true;
  }
}

/** Sends the events that a program missed, page by page, and then starts the live stream. */
async function beginEvents(reader: Reader): Promise<void> {
  const { person, after, send } = reader;
  const { events, rest } = after ? await watch.events.missed(person, after) : { events: [], rest: null };
  for (const text of events.flatMap(eventText)) send(text);
  if (rest !== null) {
    reader.after = readPosition(rest);
    watch.seen = null;
    return;
  }
  send(`id: ${watch.events.logOf(person).position()}\nevent: begin\ndata: {}\n\n`);
  reader.hasBegun = true;
}
