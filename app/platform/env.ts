import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { getClockFilePath } from './clock';
import { parseEmailAddress } from './fields/mailAddress';
import { newSecret } from './ids';
import { describeFolderFault } from './installation/startFault';
import { parseChainAddresses, parseOperatorAddresses } from './networks/addresses';
import { isPrivateAddress } from './outward/outwardPost.server';
import { singleton } from './singleton';
import { makeFolder } from './storage/storage';

const treatBlankAsAbsent = (value: unknown) => (value === '' ? undefined : value);
const toOptional = <T extends z.ZodType>(schema: T) => z.preprocess(treatBlankAsAbsent, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((options) => treatBlankAsAbsent(options) ?? value, schema);

const OPEN_ADDRESS_PATTERN = /^http:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))/i;
const OPEN_ADDRESS_MESSAGE = 'must be https, but on this machine itself';

const databaseUrlSchema = z
  .string()
  .refine((url) => /^(file:|postgres(ql)?:\/\/)/.test(url), 'must start with file: or postgres://');

const originsSchema = z.string().transform((input, context) => {
  const all = input.split(/[\s,]+/).filter(Boolean);
  for (const each of all) {
    if (URL.canParse(each) && new URL(each).origin === each && /^https?:/.test(each)) continue;
    context.addIssue({ code: 'custom', message: `"${each}" is no origin, as in https://app.example` });
  }
  return all;
});

const secrets = z.string().transform((input) =>
  input
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);

/** Placeholder values of `.env.example`. Mails from these addresses could not be answered, and links to them lead nowhere. */
export const PLACEHOLDER_VALUES = {
  PUBLIC_URL: ['https://mirrorbook.example'],
  DATABASE_URL: ['postgres://user:password@host/database'],
  STORAGE_URL: [
    's3://bucket?region=eu-central-1',
    's3://bucket?endpoint=https://storage.example:9000&region=us-east-1',
  ],
  SMTP_URL: ['smtp://user:password@host:587'],
  MAIL_FROM: ['Mirrorbook <no-reply@mirrorbook.example>'],
  SUPPORT_EMAIL: ['support@mirrorbook.example'],
  ALERTS_URL: ['https://alerts.example/mirrorbook'],
  CHAIN_BITCOIN: ['https://esplora.example/api'],
  CHAIN_ETHEREUM: ['https://ethereum.example/key'],
  CHAIN_BSC: ['https://bsc.example/key'],
  CHAIN_BASE: ['https://base.example/key'],
  NEWS_URL: ['https://...'],
  CALENDAR_URL: ['https://...'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/** URL of a price source. Orders are filled by its prices, so plain HTTP is allowed on this machine only. */
const sourceUrlSchema = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !OPEN_ADDRESS_PATTERN.test(url), OPEN_ADDRESS_MESSAGE)
  .transform((url) => url.replace(/\/$/, ''));

const isInside = (host: string): boolean =>
  isIP(host.replace(/[[\]]/g, ''))
    ? isPrivateAddress(host.replace(/[[\]]/g, ''))
    : /^[^.]+$|\.(internal|local|lan)$/.test(host);

/** Server of a chain. The operator's own server in a private network needs no certificate. */
const chainUrlSchema = z.string().transform((input, context) => {
  const url = URL.canParse(input) ? new URL(input) : null;
  const fault = (message: string) => context.addIssue({ code: 'custom', message });
  if (!url || !/^https?:$/.test(url.protocol)) fault('must begin with https:// or http://');
  else if (url.username || url.password) fault('must not have a user name or password in it');
  else if (url.hash) fault('must not have a # in it');
  else if (url.protocol === 'http:' && !isInside(url.hostname)) fault('must be https, but in a private network');
  return input.replace(/\/$/, '');
});
const supportAddressSchema = z
  .string()
  .overwrite((input) => parseEmailAddress(input) ?? input)
  .refine((address) => parseEmailAddress(address) !== null, 'must be an email address, as in support@example.com');

type NumberBounds = Record<string, readonly [initial: number, min: number, max: number]>;

/** Parses comma-separated `name=number` pairs. An omitted name gets its default; the last duplicate wins. */
const createNumberPairsSchema = <T extends NumberBounds>(bounds: T) =>
  withDefault(
    z.string().transform((input, context) => {
      const values = Object.fromEntries(Object.entries(bounds).map(([name, [initial]]) => [name, initial]));
      for (const pair of input.split(/[\s,]+/).filter(Boolean)) {
        const [, name = '', number = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(pair) ?? [];
        const bound = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
        if (!bound) context.addIssue(`"${pair}" is none of ${Object.keys(bounds).join(', ')} with "=" and a number`);
        else if (Number(number) < bound[1] || Number(number) > bound[2])
          context.addIssue(`${name} must be from ${bound[1]} to ${bound[2]}`);
        else values[name] = Number(number);
      }
      return values as { [name in keyof T]: number };
    }),
    '',
  );

const schema = z.object({
  MODE: withDefault(z.enum(['paper', 'live']), 'paper'),
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535), 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  PUBLIC_URL: toOptional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: toOptional(databaseUrlSchema),
  DATABASE_DIRECT_URL: toOptional(databaseUrlSchema),
  SMTP_URL: toOptional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: withDefault(z.string().min(3), PLACEHOLDER_VALUES.MAIL_FROM[0]),
  SUPPORT_EMAIL: withDefault(supportAddressSchema, PLACEHOLDER_VALUES.SUPPORT_EMAIL[0]),
  STORAGE_URL: toOptional(
    z
      .string()
      .refine((url) => /^(file:.|s3:\/\/[a-z0-9][a-z0-9.-]+(\?|$))/.test(url), 'must be file:... or s3://bucket?...'),
  ),
  SESSION_SECRET: toOptional(z.string().min(32, 'must be at least 32 characters')),
  SEAL_SECRET: toOptional(z.string().min(32, 'must be at least 32 characters')),
  /** Former secrets, separated by commas. They only verify and decrypt existing data. */
  SEAL_SECRETS_OLD: withDefault(secrets, ''),
  SESSION_SECRETS_OLD: withDefault(secrets, ''),
  TRUSTED_PROXIES: withDefault(z.coerce.number().int().min(0).max(10), 0),
  LOG_LEVEL: withDefault(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']), 'info'),
  /** `small` has three simulated traders with ten weeks of history instead of twelve with a year. */
  DEMONSTRATION: withDefault(z.enum(['0', '1', 'small']), '1'),
  METRICS_TOKEN: toOptional(z.string().min(16, 'must be at least 16 characters')),
  /** Limits of one account, one address or one connection. `.env.example` describes each. */
  LIMITS: createNumberPairsSchema({
    requestsPerMinute: [300, 1, 1e10],
    processorSeconds: [20, 0.1, 60],
    patienceSeconds: [30, 0.1, 600],
    connections: [10_000, 1, 1e6],
    uploadsAtOnce: [16, 1, 10_000],
    uploadBytesPerSecond: [4_096, 0, 1e9],
    filesPerAccount: [200, 1, 1e6],
    fileMegabytesPerAccount: [100, 1, 1e6],
    openRequestsPerAccount: [20, 1, 1e6],
    mailsIn10Minutes: [10, 1, 1e6],
    minutesBetweenMails: [15, 0, 1_440],
    supportMessagesPerDay: [20, 1, 1_000],
    secondsBetweenQuotes: [10, 1, 60],
  }),
  /** Seconds between reporting "not ready" and refusing connections, so that a proxy in front can notice. */
  STOP_DELAY: withDefault(z.coerce.number().min(0).max(600), 0),
  /**
   * Service targets: hours for a decision or payment, working days for a complaint, dollars of a reserve. A missed target raises an alert
   * or marks an entry as overdue.
   */
  TARGETS: createNumberPairsSchema({
    decisionHours: [24, 1, 8_760],
    complaintAcknowledgeDays: [5, 1, 365],
    complaintAnswerDays: [15, 1, 365],
    reserveDollars: [1_000, 0, 1e9],
  }),
  /** Caps on terms that even two administrators can't exceed: basis points per day, in total, and of a deposit; dollars. */
  MAX_TERMS: createNumberPairsSchema({
    planDailyBps: [10_000, 0, 100_000],
    planReturnBps: [140_000, 0, 10_000_000],
    referralBps: [1_000, 0, 10_000],
    rankBonusDollars: [500, 0, 10_000_000],
  }),
  BACKUPS: createNumberPairsSchema({ everyHours: [24, 0, 8_760], stored: [7, 1, 10_000] }),
  /** Address to which alerts are posted as JSON, in addition to the mails. */
  ALERTS_URL: toOptional(
    z.url({ protocol: /^https?$/ }).refine((url) => !OPEN_ADDRESS_PATTERN.test(url), OPEN_ADDRESS_MESSAGE),
  ),
  /** Secret that signs these posts, in the form of the Standard Webhooks specification: `whsec_` and 24 to 64 bytes in base64. */
  ALERTS_SECRET: toOptional(
    z
      .string()
      .refine(
        (secret) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(secret),
        'must be whsec_ and 24 to 64 bytes in base64: echo "whsec_$(openssl rand -base64 32)"',
      ),
  ),
  API_ALLOWED_ORIGINS: withDefault(originsSchema, ''),
  /** Hosts of webhooks that may be in a private network or use plain HTTP. */
  WEBHOOK_HOSTS: withDefault(
    z.string().transform((input) =>
      input
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
    '',
  ),
  MARKET_FEED: toOptional(z.enum(['simulated', 'public'])),
  /** Address of the feed `public`: an exchange with an API like Binance's market data. The ECB's daily rates are read as well. */
  EXCHANGE_URL: withDefault(sourceUrlSchema, 'https://data-api.binance.vision'),
  BANK_URL: withDefault(sourceUrlSchema, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml'),
  NEWS_URL: toOptional(z.url({ protocol: /^https?$/ })),
  CALENDAR_URL: toOptional(z.url({ protocol: /^https?$/ })),
  MARKET_WIDGETS: withDefault(z.enum(['click', 'on', 'off']), 'click'),
  OPERATOR_NAME: toOptional(z.string()),
  OPERATOR_LICENCE: toOptional(z.string()),
  OPERATOR_REGULATOR: toOptional(z.string()),
  OPERATOR_JURISDICTION: toOptional(z.string()),
  /** Servers from which chains are read for reconciliation: Esplora, and Ethereum's JSON-RPC. */
  CHAIN_BITCOIN: toOptional(chainUrlSchema.refine((url) => !url.includes('?'), 'must not have a ? in it')),
  CHAIN_ETHEREUM: toOptional(chainUrlSchema),
  CHAIN_BSC: toOptional(chainUrlSchema),
  CHAIN_BASE: toOptional(chainUrlSchema),
  /** Number of confirmations, including its own block, after which a movement becomes a line of a statement. */
  CHAIN_CONFIRMATIONS: createNumberPairsSchema({
    bitcoin: [3, 1, 200],
    ethereum: [12, 1, 200],
    bsc: [15, 1, 200],
    base: [30, 1, 200],
  }),
  /** The operator's addresses other than deposit addresses, separated by commas: change, cold storage, and payment addresses. */
  CHAIN_ADDRESSES: withDefault(z.string(), ''),
  /** Live deposit addresses of the operator, one per method: `BTC=bc1...,ETH=0x...`. */
  OPERATOR_ADDRESSES: toOptional(z.string()),
});

/** Settings of 1.0.0, each with the setting that now contains it, and its name there. */
const RENAMED_SETTINGS = {
  RATE_LIMIT: ['LIMITS', 'requestsPerMinute'],
  PROCESSOR_SECONDS: ['LIMITS', 'processorSeconds'],
  PATIENCE: ['LIMITS', 'patienceSeconds'],
  MAX_CONNECTIONS: ['LIMITS', 'connections'],
  UPLOADS_AT_ONCE: ['LIMITS', 'uploadsAtOnce'],
  UPLOAD_SLOWEST: ['LIMITS', 'uploadBytesPerSecond'],
  UPLOADS_PER_ACCOUNT: ['LIMITS', 'filesPerAccount'],
  UPLOAD_MB_PER_ACCOUNT: ['LIMITS', 'fileMegabytesPerAccount'],
  OPEN_REQUESTS_PER_ACCOUNT: ['LIMITS', 'openRequestsPerAccount'],
  MAILS_IN_10_MINUTES: ['LIMITS', 'mailsIn10Minutes'],
  MINUTES_BETWEEN_MAILS: ['LIMITS', 'minutesBetweenMails'],
  MAX_PLAN_DAILY_BPS: ['MAX_TERMS', 'planDailyBps'],
  MAX_PLAN_RETURN_BPS: ['MAX_TERMS', 'planReturnBps'],
  MAX_REFERRAL_BPS: ['MAX_TERMS', 'referralBps'],
  MAX_RANK_BONUS: ['MAX_TERMS', 'rankBonusDollars'],
  BACKUP_EVERY: ['BACKUPS', 'everyHours'],
  BACKUPS_KEPT: ['BACKUPS', 'stored'],
} as const satisfies Record<string, readonly [keyof typeof schema.shape, string]>;

type Input = Record<string, string | undefined>;

/** Returns the environment with the settings of 1.0.0 as parts of the present ones, whose own values win. */
function renameSettings(input: Input): Input {
  const renamed = { ...input };
  for (const [old, [name, part]] of Object.entries(RENAMED_SETTINGS))
    if (input[old]) renamed[name] = `${part}=${input[old]} ${renamed[name] ?? ''}`;
  return renamed;
}

/** Settings that are required in live mode. */
const REQUIRED_IN_LIVE_MODE = [
  'OPERATOR_NAME',
  'OPERATOR_LICENCE',
  'OPERATOR_REGULATOR',
  'OPERATOR_JURISDICTION',
  'OPERATOR_ADDRESSES',
  'SUPPORT_EMAIL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'SMTP_URL',
  'STORAGE_URL',
  'SESSION_SECRET',
  'SEAL_SECRET',
] as const;

export type Env = z.infer<typeof schema> & {
  DATA_DIR: string;
  DATABASE_URL: string;
  STORAGE_URL: string;
  SESSION_SECRET: string;
  SEAL_SECRET: string;
  MARKET_FEED: 'simulated' | 'public';
};

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/**
 * Parses the environment; one `ConfigurationError` lists all invalid variables. In paper mode missing secrets are generated once, in
 * `DATA_DIR/secrets.json` (mode 0600).
 * @param options.existing creates nothing; a missing installation is a `ConfigurationError`
 */
export function readEnv(environment: Input, { existing = false } = {}): Env {
  const input = renameSettings(environment);
  const problems: string[] = [];
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
  }
  const live = input.MODE === 'live';
  if (input.ALERTS_URL && !input.ALERTS_SECRET) {
    problems.push('ALERTS_SECRET: needed with ALERTS_URL, so that its receiver knows who posts');
  }
  problems.push(...parseChainAddresses(input.CHAIN_ADDRESSES ?? '').faults.map((fault) => `CHAIN_ADDRESSES: ${fault}`));
  const dataDir = resolve(input.DATA_DIR || 'data');
  if (live) {
    for (const name of REQUIRED_IN_LIVE_MODE) if (!input[name]) problems.push(`${name}: needed in live mode`);
    for (const [name, examples] of Object.entries<readonly string[]>(PLACEHOLDER_VALUES)) {
      if (examples.includes(input[name]?.trim() ?? '')) problems.push(`${name}: is the example of .env.example`);
    }
    problems.push(...listWeakSettings(input));
    problems.push(...listAddressFaults(input));
    if (existsSync(getClockFilePath(dataDir))) {
      problems.push(`${getClockFilePath(dataDir)}: a shifted clock is for paper mode; remove the file`);
    }
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigurationError(
      `The configuration is not complete:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
  const areConfigured = Boolean(input.SESSION_SECRET && input.SEAL_SECRET);
  if (existing && !live && !existsSync(join(dataDir, SECRET_NAMES)) && !areConfigured) {
    throw new ConfigurationError(
      /^postgres/.test(input.DATABASE_URL ?? '')
        ? `${describeMissingInstallation(dataDir)} Where other processes work with that database, set their SESSION_SECRET and SEAL_SECRET here too.`
        : describeMissingInstallation(dataDir),
    );
  }
  const secrets = withFolderErrors(dataDir, () => {
    // The folder is private, since it holds personal data and password hashes.
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
    return live ? {} : readOrCreateSecrets(dataDir, areConfigured);
  });
  return {
    ...parsed.data,
    DATA_DIR: dataDir,
    DATABASE_URL: parsed.data.DATABASE_URL ?? `file:${join(dataDir, 'mirrorbook.db')}`,
    STORAGE_URL: parsed.data.STORAGE_URL ?? `file:${join(dataDir, 'files')}`,
    SESSION_SECRET: parsed.data.SESSION_SECRET ?? secrets.SESSION_SECRET ?? '',
    SEAL_SECRET: parsed.data.SEAL_SECRET ?? secrets.SEAL_SECRET ?? '',
    SEAL_SECRETS_OLD: [...parsed.data.SEAL_SECRETS_OLD, ...(secrets.SEAL_SECRETS_OLD ?? [])],
    SESSION_SECRETS_OLD: [...parsed.data.SESSION_SECRETS_OLD, ...(secrets.SESSION_SECRETS_OLD ?? [])],
    BACKUPS: live || input.BACKUPS ? parsed.data.BACKUPS : { ...parsed.data.BACKUPS, everyHours: 0 },
    // Live mode never uses simulated prices.
    MARKET_FEED: parsed.data.MARKET_FEED ?? (live ? 'public' : 'simulated'),
  };
}

const SECRET_NAMES = 'secrets.json';

export const describeMissingInstallation = (where: string): string =>
  `There is no installation in ${where}. DATA_DIR and DATABASE_URL say where it is; starting the server there makes one.`;

/** Lists settings that are unsafe for real money although each is valid by itself. */
function listWeakSettings({
  PUBLIC_URL = '',
  SESSION_SECRET = '',
  SEAL_SECRET = '',
  MARKET_FEED,
}: Record<string, string | undefined>) {
  const weak: string[] = [];
  if (MARKET_FEED === 'simulated') weak.push('MARKET_FEED: simulated prices are for paper mode');
  if (OPEN_ADDRESS_PATTERN.test(PUBLIC_URL)) {
    weak.push('PUBLIC_URL: must be https in live mode');
  }
  for (const [name, secret] of Object.entries({ SESSION_SECRET, SEAL_SECRET })) {
    if (secret && new Set(secret).size < 10) weak.push(`${name}: repeats itself too much to be a secret`);
  }
  if (SESSION_SECRET && SESSION_SECRET === SEAL_SECRET) weak.push('SEAL_SECRET: must differ from SESSION_SECRET');
  return weak;
}

function listAddressFaults({ OPERATOR_ADDRESSES }: Record<string, string | undefined>): string[] {
  if (!OPERATOR_ADDRESSES) return [];
  return parseOperatorAddresses(OPERATOR_ADDRESSES).faults.map((fault) => `OPERATOR_ADDRESSES: ${fault}`);
}

/** Content of `secrets.json`; `npm run keys:rotate` adds the lists. */
export type StoredSecrets = z.infer<typeof storedSecretsSchema>;

const storedSecretsSchema = z.object({
  SESSION_SECRET: z.string().min(1).optional(),
  SEAL_SECRET: z.string().min(1).optional(),
  SESSION_SECRETS_OLD: z.array(z.string()).optional(),
  SEAL_SECRETS_OLD: z.array(z.string()).optional(),
});

export const getSecretsPath = (dataDir: string): string => join(dataDir, SECRET_NAMES);

/** @param areConfigured true if the settings contain both secrets, in which case no file is created */
function readOrCreateSecrets(dataDir: string, areConfigured: boolean): StoredSecrets {
  const path = getSecretsPath(dataDir);
  if (!existsSync(path)) {
    if (areConfigured) return {};
    const made = JSON.stringify({ SESSION_SECRET: newSecret(), SEAL_SECRET: newSecret() }, null, 2);
    try {
      // With `wx`, one of two processes that start concurrently creates the secrets, and both read them.
      writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const stored = storedSecretsSchema.safeParse(parseJsonOrNull(readFileSync(path, 'utf8')));
  if (stored.success) return stored.data;
  throw new ConfigurationError(
    `${path} is not what this product wrote. Put it back from where you keep a copy: without its secrets sign-ins and authenticator apps end, and the books can't be verified.`,
  );
}

const parseJsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

function withFolderErrors<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = describeFolderFault(error, folder);
    throw message ? new ConfigurationError(message, { cause: error }) : error;
  }
}

export const env = (): Env => singleton('env', () => readEnv(process.env));

/** Returns the environment for a command that needs an existing installation. Must be called before anything reads `env`. */
export const existingEnv = (): Env => singleton('env', () => readEnv(process.env, { existing: true }));

export const isPaper = (): boolean => env().MODE === 'paper';
