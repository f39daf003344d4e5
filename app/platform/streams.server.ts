import { singleton } from './singleton';

/* Manages server-sent event streams that stay open for hours: their readers, the limit per reader, and their end. */

export type EndStream = (why?: 'signed-out' | 'elsewhere') => void;

export type SendEvent = (text: string) => void;

/** Number of unread bytes after which a reader is too far behind, enough for more than a minute of prices. */
const MAX_UNREAD_BYTES = 128 * 1024;

export type StreamConnection = {
  unread: () => number;
  cutOff: () => void;
};

export type OpenStream = { body: ReadableStream<Uint8Array>; end: EndStream; over: (line: StreamConnection) => void };

const streamKinds = singleton('event-streams', () => new Map<string, Map<string, Set<EndStream>>>());

/** Counts the open streams of a kind, of all people or of one. */
export function countStreams(kind: string, person?: string): number {
  const people = streamKinds.get(kind);
  const counted = person === undefined ? [...(people?.values() ?? [])] : [people?.get(person) ?? new Set()];
  return counted.reduce((sum, { size }) => sum + size, 0);
}

export function endStreams(): void {
  for (const people of streamKinds.values()) {
    for (const ends of [...people.values()]) for (const end of [...ends]) end();
  }
}

/** Opens a stream for a person. If `maxOpen` of a kind are open, the person's oldest is ended. */
export function openStream(options: {
  kind: string;
  person: string;
  maxOpen: number;
  begin: (send: SendEvent, end: EndStream) => () => void;
}): OpenStream {
  const { kind, person, maxOpen, begin } = options;
  const people = streamKinds.get(kind) ?? new Map<string, Set<EndStream>>();
  streamKinds.set(kind, people);
  const own = people.get(person) ?? new Set<EndStream>();
  const encoder = new TextEncoder();
  let stop = () => {};
  let close = (_last: string) => {};
  let hasEnded = false;
  let line: StreamConnection | null = null;

  const end: EndStream = (why) => {
    if (hasEnded) return;
    hasEnded = true;
    stop();
    own.delete(end);
    if (own.size === 0) people.delete(person);
    close(why ? `event: end\ndata: ${why}\n\n` : '');
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if (hasEnded) return;
        if (line && line.unread() > MAX_UNREAD_BYTES) {
          end();
          line.cutOff();
          return;
        }
        controller.enqueue(encoder.encode(text));
      };
      close = (last) => {
        if (last) controller.enqueue(encoder.encode(last));
        controller.close();
      };
      send('retry: 3000\n\n');
      stop = begin(send, end);
    },
    cancel: () => {
      close = () => {};
      end();
    },
  });

  own.add(end);
  people.set(person, own);
  const [oldest] = own;
  if (own.size > maxOpen) oldest?.('elsewhere');
  const over = (options: StreamConnection) => {
    line = options;
  };
  return { body, end, over };
}
