import { SECOND, systemNow } from '~/platform/clock';
import { countCommits, read } from '~/platform/db/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { log } from '~/platform/log/index.server';
import { singleton } from '~/platform/singleton';
import { countStreams, type EndStream, openStream, type SendEvent } from '~/platform/streams.server';
import { API_KEY_SETTING } from '~/signIns/keyScopes';
import { filterActiveSessions } from '~/signIns/session.server';
import { type EventPosition, parsePosition } from '../events/internal/position';
import { type Fact, type NewEvent, NewEvents } from '../events/newEvents.server';

const READ_INTERVAL_MS = SECOND;

/** Number of reads between two heartbeats. */
const READS_PER_HEARTBEAT = 5;

/** Largest number of streams per person, one per browser; a further one ends the oldest. */
export const UPDATE_READERS_PER_PERSON = 5;

export const UPDATES_CHANNEL = 'updates';

/** Largest number of streams per API key; a further one is refused. */
export const EVENT_READERS_PER_KEY = 3;

const EVENTS_STREAM_NAME = 'events';

type Reader = {
  person: string;
  sessionHash: string;
  send: SendEvent;
  end: EndStream;
  /** Kind of reader: pages receive the changed facts, programs each event. */
  reads: 'facts' | 'events';
  /** Position to resume from. */
  after?: EventPosition | null;
  hasStarted?: boolean;
};

type Watcher = {
  readers: Set<Reader>;
  events: NewEvents;
  timer?: ReturnType<typeof setInterval>;
  readCount: number;
  /** Number of commits at the last read, if the engine counts them. */
  lastCommitCount: number | null;
  busy: boolean;
};

const watcher = singleton(
  'updates',
  (): Watcher => ({
    readers: new Set(),
    events: new NewEvents(),
    readCount: 0,
    lastCommitCount: null,
    busy: false,
  }),
);

/** Adds a reader until its stream ends; the first reader starts the polling. */
function addReader(reader: Reader): () => void {
  if (watcher.readers.size === 0) watcher.events = new NewEvents();
  watcher.readers.add(reader);
  // Forces the next read, which includes everything up to now.
  watcher.lastCommitCount = null;
  watcher.timer ??= setInterval(() => void publishUpdates(), READ_INTERVAL_MS).unref();
  return () => {
    watcher.readers.delete(reader);
    if (watcher.readers.size > 0) return;
    clearInterval(watcher.timer);
    watcher.timer = undefined;
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
export const canOpenEvents = (sessionHash: string): boolean =>
  countStreams(EVENTS_STREAM_NAME, sessionHash) < EVENT_READERS_PER_KEY;

/** Opens a program's stream of its person's events, from a position or from now. Ends with the key. */
export const openEvents = ({ person, sessionHash, after }: Pick<Reader, 'person' | 'sessionHash' | 'after'>) =>
  openStream({
    kind: EVENTS_STREAM_NAME,
    person: sessionHash,
    maxOpen: EVENT_READERS_PER_KEY,
    begin: (send, end) => addReader({ person, sessionHash, send, end, reads: 'events', after }),
  });

/** Reads changes for all readers of this process once, and publishes them. */
export async function publishUpdates(): Promise<void> {
  if (watcher.busy || watcher.readers.size === 0) return;
  watcher.busy = true;
  try {
    const isBeat = watcher.readCount++ % READS_PER_HEARTBEAT === 0;
    // SQLite counts all commits. While the count is the same, there is nothing new to read.
    const count = countCommits();
    const isSame = count !== null && count === watcher.lastCommitCount;
    if (isBeat || !isSame) await endSignedOutReaders();
    if (isBeat) for (const { send } of watcher.readers) send(':\n\n');
    if (isSame) return;
    await publishNewEvents();
    watcher.lastCommitCount = count;
  } catch (error) {
    // A database failure does not close the streams.
    log().warn({ err: error }, 'updates could not be read');
  } finally {
    watcher.busy = false;
  }
}

async function endSignedOutReaders(): Promise<void> {
  const readers = [...watcher.readers];
  const alive = await filterActiveSessions([...new Set(readers.map(({ sessionHash }) => sessionHash))], systemNow());
  const hasKeys = readers.some(({ reads }) => reads === 'events');
  const areForbidden = hasKeys && (await readSetting(read(), API_KEY_SETTING.setting)) === API_KEY_SETTING.forbidden;
  for (const { sessionHash, reads, end } of readers) {
    if (!alive.has(sessionHash) || (areForbidden && reads === 'events')) end('signed-out');
  }
}

const ALL_FACTS: readonly Fact[] = ['money', 'positions', 'news'];

const formatEvent = ({ event, position }: NewEvent): string[] => {
  const sent = event?.();
  return sent ? [`id: ${position}\nevent: ${sent.type}\ndata: ${JSON.stringify(sent)}\n\n`] : [];
};

async function publishNewEvents(): Promise<void> {
  const readers = [...watcher.readers];
  const programs = new Set(readers.filter(({ reads }) => reads === 'events').map(({ person }) => person));
  const fresh = new Map<string, NewEvent[]>(readers.map(({ person }) => [person, []]));
  for (const each of await watcher.events.next((userId) => programs.has(userId))) fresh.get(each.userId)?.push(each);
  for (const reader of readers) {
    const { person, reads, send, hasStarted } = reader;
    const news = (hasStarted && fresh.get(person)) || [];
    if (reads === 'events') {
      if (!hasStarted) await startEvents(reader);
      else for (const text of news.flatMap(formatEvent)) send(text);
      continue;
    }
    const facts = ALL_FACTS.filter((fact) => news.some((each) => each.fact === fact));
    if (facts.length > 0) send(`data: ${facts.join(' ')}\n\n`);
    if (!hasStarted) send('event: begin\ndata: \n\n');
    reader.hasStarted = true;
  }
}

/** Sends the events that a program missed, page by page, and then starts the live stream. */
async function startEvents(reader: Reader): Promise<void> {
  const { person, after, send } = reader;
  const { events, rest } = after ? await watcher.events.missed(person, after) : { events: [], rest: null };
  for (const text of events.flatMap(formatEvent)) send(text);
  if (rest !== null) {
    reader.after = parsePosition(rest);
    watcher.lastCommitCount = null;
    return;
  }
  send(`id: ${watcher.events.logOf(person).position()}\nevent: begin\ndata: {}\n\n`);
  reader.hasStarted = true;
}
