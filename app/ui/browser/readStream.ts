import { countFailures, reconnectPauseMs } from './lineBudget';

type StreamListeners = {
  open: () => void;
  message: (data: string) => void;
  /** Called when the connection broke or could not be made. It is made again after a pause. */
  broken: () => void;
  ended: (why: string) => void;
  events?: Record<string, () => void>;
};

type StreamRuntime = {
  connect: (address: string) => Pick<EventSource, 'addEventListener' | 'close'>;
  now: () => number;
  later: (work: () => void, milliseconds: number) => () => void;
  random: () => number;
};

const BROWSER_RUNTIME: StreamRuntime = {
  connect: (address) => new EventSource(address),
  now: () => performance.now(),
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Reads server-sent events, with reconnection. @returns the function that stops it */
export function readStream(
  address: string,
  heard: StreamListeners,
  machine: StreamRuntime = BROWSER_RUNTIME,
): () => void {
  let failures = 0;
  let stop = () => {};
  const open = () => {
    let openedAt: number | null = null;
    const source = machine.connect(address);
    stop = () => source.close();
    source.addEventListener('open', () => {
      openedAt = machine.now();
      heard.open();
    });
    source.addEventListener('message', ({ data }) => heard.message(data));
    source.addEventListener('error', () => {
      source.close();
      failures = countFailures(failures, openedAt === null ? 0 : machine.now() - openedAt);
      heard.broken();
      stop = machine.later(open, reconnectPauseMs(failures, machine.random));
    });
    source.addEventListener('end', ({ data }: MessageEvent<string>) => {
      source.close();
      heard.ended(data);
    });
    for (const [name, emit] of Object.entries(heard.events ?? {})) source.addEventListener(name, emit);
  };
  open();
  return () => stop();
}
