import { SECOND } from '~/platform/clock';
import { env, isPaper } from '~/platform/env';
import { singleton } from '~/platform/singleton';

/** Message as it is sent. `messageId` is the same whenever the same row is sent. */
type MailMessage = {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
};

export type MailTransport = {
  send(message: MailMessage): Promise<void>;
  /** Logs in without sending. Throws a `MailError` if mails could not be sent. */
  check?(): Promise<void>;
  close?(): Promise<void>;
};

/** Failure to send. The message contains only codes, never the server's answer, which may quote a link with its token or a password. */
export class MailError extends Error {
  override name = 'MailError';
  /**
   * @param refused `for-good` or `for-now` if only this message was refused; null if the server or connection failed
   */
  constructor(
    message: string,
    readonly refused: 'for-good' | 'for-now' | null,
  ) {
    super(message);
  }
}

/** Time limits of the stages in milliseconds; `whole` limits the sending of one message. */
export type SmtpTimeouts = { connection: number; greeting: number; idle: number; whole: number };

const TIMEOUTS_MS: SmtpTimeouts = {
  connection: 10 * SECOND,
  greeting: 10 * SECOND,
  idle: 10 * SECOND,
  whole: 45 * SECOND,
};

export function mailTransport(): MailTransport {
  const url = env().SMTP_URL;
  // There is one transport per process, since the transport holds the connection.
  if (url) return singleton(`smtp ${url}`, () => smtpTransport(url));
  if (!isPaper()) throw new Error('SMTP_URL is needed in live mode');
  return consoleTransport();
}

/** Sends over SMTP with one connection for many messages. A password requires TLS, except on this machine. */
export function smtpTransport(url: string, timeouts: SmtpTimeouts = TIMEOUTS_MS): MailTransport {
  const { hostname, password, protocol } = new URL(url);
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
  // The library is loaded with the first mail, since most processes that load this module never send one.
  const ready = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      // Keeps the connection for many mails, because its setup takes most of a mail's time.
      pool: true,
      maxConnections: 1,
      maxMessages: 100,
      connectionTimeout: timeouts.connection,
      dnsTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.idle,
      requireTLS: protocol === 'smtp:' && password !== '' && !loopback,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let made: ReturnType<typeof ready> | undefined;
  return {
    send: async ({ to, ...message }) => {
      made ??= ready();
      const transport = await made;
      try {
        await transport.sendMail({
          ...message,
          // An object is one address; a string would be parsed and could contain several.
          to: { name: '', address: to },
          from: senderAddress(env().MAIL_FROM),
          replyTo: { name: '', address: env().SUPPORT_EMAIL },
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Mode': env().MODE },
          signal: AbortSignal.timeout(timeouts.whole),
        });
      } catch (error) {
        throw asMailError(error);
      }
    },
    check: async () => {
      made ??= ready();
      const transport = await made;
      await transport.verify().catch((error: unknown) => {
        throw asMailError(error);
      });
    },
    close: async () => {
      const transport = await made;
      made = undefined;
      transport?.close();
    },
  };
}

/** Splits `Name <address>` into its parts, so that a comma in the name does not create a second sender. */
function senderAddress(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name, address: address.trim() };
}

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown };

function asMailError(error: unknown): MailError {
  const { code, command, responseCode } = error as SmtpError;
  const status = typeof responseCode === 'number' ? responseCode : null;
  const stage = typeof command === 'string' && /^[A-Z ]{2,12}$/.test(command) ? command : null;
  const parts = [
    typeof code === 'string' && /^[A-Z_]{2,30}$/.test(code) ? code : 'EUNKNOWN',
    ...(status ? [String(status)] : []),
    ...(stage ? [`at ${stage}`] : []),
  ];
  // Before RCPT TO, errors do not concern this message; a refused sender is refused for every mail.
  const aboutMessage = (code === 'EENVELOPE' && stage === 'RCPT TO') || code === 'EMESSAGE';
  return new MailError(parts.join(' '), aboutMessage ? (status && status >= 500 ? 'for-good' : 'for-now') : null);
}

const CONSOLE_RULE = '-'.repeat(78);

function consoleTransport(): MailTransport {
  return {
    send: async ({ to, subject, text, messageId }) => {
      process.stdout.write(
        [
          '',
          CONSOLE_RULE,
          'Mail (no SMTP_URL is set, so it is printed here; paper mode only)',
          `To:         ${to}`,
          `Subject:    ${subject}`,
          `Message-ID: ${messageId}`,
          '',
          text.trimEnd(),
          CONSOLE_RULE,
          '',
        ].join('\n'),
      );
    },
  };
}
