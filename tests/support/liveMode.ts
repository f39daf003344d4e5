import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { session, user } from '#drizzle/schema';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { closeDatabase, type Handle, openDatabase, write } from '~/platform/db/index.server';
import { readEnv } from '~/platform/env';
import { forgetSingleton, singleton as keep } from '~/platform/singleton';
import { confirmation } from '~/signIns/session.server';
import { LIVE } from './liveEnvironment';
import type { Client } from './pages/client';
import { freePort } from './servers/freePort';
import { Installation } from './servers/installation';

/** Installation in live mode, with all required settings. */
export class LiveInstallation extends Installation {
  private constructor(
    port: number,
    readonly files: string,
    more: Record<string, string>,
  ) {
    const own = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, STORAGE_URL: `file:${files}` };
    super({ ...LIVE, ...own, ...more });
  }

  static async create(more: Record<string, string> = {}): Promise<LiveInstallation> {
    return new LiveInstallation(await freePort(), mkdtempSync(join(tmpdir(), 'mirrorbook-live-')), more);
  }

  override async remove(): Promise<void> {
    await super.remove();
    rmSync(this.files, { recursive: true, force: true });
  }

  /** Creates an investor with a verified address, without mails. */
  async addCustomer({ email, password }: { email: string; password: string }): Promise<string> {
    const id = '01890000-0000-7000-8000-00000000000a';
    const at = new Date();
    const row = { firstName: 'Ann', lastName: 'Lee', username: 'ann', usernameKey: 'ann', email, phone: '1' };
    const dates = { passwordChangedAt: at, emailVerifiedAt: at, createdAt: at };
    const passwordHash = await hashPassword(password);
    // Writes the row with a version under the installation's secret, as the product does.
    await this.#write((tx) => tx.insert(user).values({ id, ...row, ...dates, passwordHash }));
    return id;
  }

  /**
   * Confirms the sessions of administrators, dated `ago` milliseconds in the past; with `all`, also the sessions of
   * investors.
   */
  async confirmSessions({ ago = 0, all = false } = {}): Promise<void> {
    await this.#write(async (tx) => {
      const at = new Date(Date.now() - ago);
      for (const { tokenHash, forAdmin } of await tx.select().from(session)) {
        if (all || forAdmin) {
          await tx.update(session).set(confirmation(tokenHash, at)).where(eq(session.tokenHash, tokenHash));
        }
      }
    });
  }

  /** Writes as the product does, under the secrets of the installation. */
  async #write(work: (tx: Handle) => Promise<unknown>): Promise<void> {
    forgetSingleton('env');
    keep('env', () => readEnv({ ...LIVE, DATA_DIR: this.dataDir }));
    await openDatabase(`file:${join(this.dataDir, 'mirrorbook.db')}`);
    try {
      await write(work);
    } finally {
      await closeDatabase();
      forgetSingleton('env');
    }
  }
}

/** Function of an authenticator app that returns the current code, or the code `later` steps of 30 seconds from now. */
export type Codes = (later?: number) => string;

/** Turns on two-factor on a person's page with the previous step's code, so that the current code is still unused. */
export async function enrol(client: Client, path: string, currentPassword: string): Promise<Codes> {
  await client.post(await client.form(path, 'currentPassword'), { _intent: 'begin', currentPassword });
  const secret = /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(await client.page(path))?.[1] ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codes: Codes = (later = 0) => totp.generate({ timestamp: Date.now() + later * 30_000 });
  const enabled = await client.post(await client.form(path, 'otp'), { otp: codes(-1), _intent: 'enable' });
  if (enabled.status !== 200) throw new Error(`Two-factor was not turned on: ${enabled.status}`);
  return codes;
}
