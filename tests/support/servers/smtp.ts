import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export type Received = { envelope: SMTPServerEnvelope; raw: string };

/** Starts a real SMTP server that stores its mails; `refuse` may answer a recipient with an error. */
export async function startSmtp(port = 0, refuse?: (to: string) => Error | null) {
  const received: Received[] = [];
  let hold: (() => void) | null = null;
  const server = new SMTPServer({
    authOptional: true,
    // A client may hold its connection for the next mail.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, answer) => answer(refuse?.(address) ?? null),
    onData: (stream, session, answer) => {
      text(stream).then((raw) => {
        if (hold) {
          hold();
          hold = null;
          return;
        }
        received.push({ envelope: session.envelope, raw });
        answer(null);
      }, answer);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    received,
    /** Leaves the next mail without an answer; resolves once it is here. */
    holdNext: () =>
      new Promise<void>((held) => {
        hold = held;
      }),
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>((closed) => server.close(closed)),
  };
}
