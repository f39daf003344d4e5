import { singleton } from './singleton';

/* Server-sent events that stay open for hours: who reads them, how many each may have, and how they end. */

/** Ends a stream. Told why, the browser does not open it again by itself. */
export type EndStream = (why?: 'signed-out' | 'elsewhere') => void;

/** What sends an event, as text: `data: ...` with an empty line behind it. */
export type SendEvent = (text: string) => void;

/** The open streams of this process by kind and person, the oldest first. */
const kinds = singleton('event-streams', () => new Map<string, Map<string, Set<EndStream>>>());

/** How many streams of a kind are open in this process. */
export const countStreams = (kind: string): number =>
  [...(kinds.get(kind)?.values() ?? [])].reduce((sum, { size }) => sum + size, 0);

/** Ends all streams, when the process is asked to end. Browsers come back by themselves. */
export function endStreams(): void {
  for (const people of kinds.values()) {
    for (const ends of [...people.values()]) for (const end of [...ends]) end();
  }
}

/**
 * Opens a stream for a person; one more than `most` of a kind ends their oldest.
 * @param given.begin called once it is open; gives what stops the sending
 * @returns its body, and what ends it, for when the reader has gone
 */
export function openStream(given: {
  kind: string;
  person: string;
  most: number;
  begin: (send: SendEvent, end: EndStream) => () => void;
}): { body: ReadableStream<Uint8Array>; end: EndStream } {
  const { kind, person, most, begin } = given;
  const people = kinds.get(kind) ?? new Map<string, Set<EndStream>>();
  kinds.set(kind, people);
  const own = people.get(person) ?? new Set<EndStream>();
  const encoder = new TextEncoder();
  let stop = () => {};
  let close = (_last: string) => {};
  let over = false;

  const end: EndStream = (why) => {
    if (over) return;
    over = true;
    stop();
    own.delete(end);
    if (own.size === 0) people.delete(person);
    close(why ? `event: end\ndata: ${why}\n\n` : '');
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if (!over) controller.enqueue(encoder.encode(text));
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
  if (own.size > most) oldest?.('elsewhere');
  return { body, end };
}
