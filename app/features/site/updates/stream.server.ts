import { SECOND, systemNow } from '~/platform/clock';
import { commits } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { singleton } from '~/platform/singleton';
import { type EndStream, openStream, type SendEvent } from '~/platform/streams.server';
import { type Figure, newFacts, signInsAlive, updateFiguresOf } from './internal/figures.server';

const EVERY = SECOND;

/** Checks after which one also asks whether sessions live, and keeps the connection alive. */
const ALIVE_EACH = 5;

/** Readers of one person at a time, one to a browser; one more ends the oldest. */
export const UPDATE_READERS_PER_PERSON = 5;

export const UPDATES = 'updates';

type Reader = {
  person: string;
  sessionHash: string;
  send: SendEvent;
  end: EndStream;
  hasBegun?: boolean;
};

type Watch = {
  readers: Set<Reader>;
  figures: Map<string, Figure>;
  timer?: ReturnType<typeof setInterval>;
  looks: number;
  /** Commits that the figures were read at, where counted. */
  seen: number | null;
  busy: boolean;
};

const watch = singleton(
  'updates',
  (): Watch => ({
    readers: new Set(),
    figures: new Map(),
    looks: 0,
    seen: null,
    busy: false,
  }),
);

/** Opens a person's event stream (`data: money news`). `event: begin` means that later changes will be sent. It ends with the session. */
export function openUpdates({ person, sessionHash }: Pick<Reader, 'person' | 'sessionHash'>) {
  return openStream({
    kind: UPDATES,
    person,
    most: UPDATE_READERS_PER_PERSON,
    begin: (send, end) => {
      const reader: Reader = { person, sessionHash, send, end };
      watch.readers.add(reader);
      // The next look reads the figures that later ones are compared with.
      watch.seen = null;
      watch.timer ??= setInterval(() => void publishUpdates(), EVERY).unref();
      return () => {
        watch.readers.delete(reader);
        if (watch.readers.size > 0) return;
        clearInterval(watch.timer);
        watch.timer = undefined;
        watch.figures.clear();
      };
    },
  });
}

/** Reads changes for all readers of this process once, and publishes them. */
export async function publishUpdates(): Promise<void> {
  if (watch.busy || watch.readers.size === 0) return;
  watch.busy = true;
  try {
    const asksAlive = watch.looks++ % ALIVE_EACH === 0;
    if (asksAlive) await endSignedOut();
    // On SQLite all writing is counted: what was read holds as long as the count does.
    const count = commits();
    if (count !== null && count === watch.seen) return;
    await tellNew();
    watch.seen = count;
  } catch (error) {
    // An unavailable database does not close the streams.
    log().warn({ err: error }, 'no updates could be read');
  } finally {
    watch.busy = false;
  }
}

async function endSignedOut(): Promise<void> {
  const readers = [...watch.readers];
  const alive = await signInsAlive([...new Set(readers.map(({ sessionHash }) => sessionHash))], systemNow());
  for (const { sessionHash, send, end } of readers) {
    if (alive.has(sessionHash)) send(':\n\n');
    else end('signed-out');
  }
}

async function tellNew(): Promise<void> {
  const people = [...new Set([...watch.readers].map(({ person }) => person))];
  if (people.length === 0) return;
  const figures = await updateFiguresOf(people);
  const facts = new Map(
    Array.from(figures, ([person, figure]) => {
      const before = watch.figures.get(person);
      return [person, before ? newFacts(before, figure).join(' ') : ''];
    }),
  );
  watch.figures = figures;
  for (const reader of watch.readers) {
    const news = facts.get(reader.person);
    // One that came while the figures were read waits for the next look.
    if (news === undefined) continue;
    if (news) reader.send(`data: ${news}\n\n`);
    if (!reader.hasBegun) reader.send('event: begin\ndata: \n\n');
    reader.hasBegun = true;
  }
}
