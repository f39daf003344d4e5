import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hashSecret } from '~/platform/ids';
import * as queuePage from '~/routes/admin/deposits';
import * as checkoutPage from '~/routes/investor/checkout';
import { formToken } from '~/web/cookies/cookies.server';
import { useDatabase } from '../../support/database';
import { pictureFile } from '../../support/pages/files';
import { answerOf, cookies, requestContext, secretOf } from '../../support/pages/guarded';
import { previewIn } from '../../support/pages/previews';
import { makeAdmin, makeUser } from '../../support/people/people';

/* All files that run between guard and ledger for a deposit and its approval. `npm run walk` prints them. */
useDatabase();

const ROOT = join(import.meta.dirname, '../../..');
/** Maximum number of files that may run. Lower it when fewer do, because a reader who follows a deposit has to open all of them. */
const MAX_FILES = 133;

type Page = { loader: (args: never) => Promise<unknown>; action: (args: never) => Promise<unknown> };

/** Browser of a signed-in person at the URL of a page. `read` returns the loader's data, `post` the action's response. */
async function browserOf(cookie: 'session' | 'admin', id: string, { loader, action }: Page, address: string) {
  const secret = await secretOf(cookie === 'admin' ? 'admin' : 'investor', id);
  const headers = { Cookie: await cookies({ [cookie]: secret }) };
  const at = `http://mirrorbook.test${address}`;
  return {
    read: async <T>() => (await answerOf(loader, new Request(at, { headers }))).value as T,
    post: async (fields: Record<string, string | File>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ _csrf: formToken(hashSecret(secret)), ...fields }))
        body.set(name, value);
      return await answerOf(action, new Request(at, { method: 'POST', headers, body }), { context: requestContext() });
    },
  };
}

/** The two acts, by a new investor and a new administrator. Loading the pages before them is not counted. */
async function acts() {
  const investor = (await makeUser()).id;
  const checkout = await browserOf('session', investor, checkoutPage as Page, '/checkout?method=BTC&amount=1500');
  const queue = await browserOf('admin', (await makeAdmin()).id, queuePage as Page, `/admin/deposits?user=${investor}`);
  return {
    async submitDeposit() {
      const { formKey } = (await checkout.read<{ step: { formKey: string } }>()).step;
      const proof = await pictureFile();
      return () => checkout.post({ _key: formKey, method: 'BTC', amount: '1500', proof });
    },
    async approve() {
      const { open } = await queue.read<{ open: { deposit: { id: string }; keys: { approve: string } } }>();
      const { deposit, keys } = open;
      const form = { _intent: 'approve', _key: keys.approve, id: deposit.id, received: '1500' };
      return async () => {
        const shown = await queue.post(form);
        return await queue.post({ ...form, _preview: previewIn({ data: shown.value })?.digest ?? '' });
      };
    },
  };
}

type Called = { functionName: string; ranges: { startOffset: number; endOffset: number; count: number }[] };

/** Ignores getters that Vite generates for exports, and the outermost function of a file, which loads it. */
const hasValidMac = ({ functionName, ranges: [range] }: Called, at: number, source: string): boolean =>
  at > 0 &&
  range !== undefined &&
  range.count > 0 &&
  !(functionName === 'get' && /^get\(\)\s*\{\s*return [^(]*\}$/.test(source.slice(range.startOffset, range.endOffset)));

/** Project files with a function that is called during an act. */
async function filesThatRun(act: () => Promise<{ status: number }>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    const { status } = await act();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    expect(status).toBe(303);
    const ran = new Set<string>();
    for (const { url, scriptId, functions } of result) {
      const path = relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/');
      if (!/^(app|drizzle)\//.test(path)) continue;
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      if (functions.some((called, at) => hasValidMac(called, at, scriptSource))) ran.add(path);
    }
    return [...ran];
  } finally {
    session.disconnect();
  }
}

// These files belong to SQLite; on PostgreSQL, its own files run instead.
test.skipIf(process.env.TEST_ENGINE === 'postgres')('a deposit runs through at most the maximum of files', async () => {
  // Runs once without measuring, so that one-time work is not counted.
  const before = await acts();
  await (await before.submitDeposit())();
  await (await before.approve())();
  const { submitDeposit, approve } = await acts();
  const submitted = await filesThatRun(await submitDeposit());
  const approved = await filesThatRun(await approve());
  const files = [...new Set([...submitted, ...approved])].sort();
  if (process.env.WALK) {
    const mark = (path: string) =>
      `${submitted.includes(path) ? 'S' : ' '} ${approved.includes(path) ? 'A' : ' '}  ${path}`;
    console.log(
      [
        ...files.map(mark),
        `${files.length} files: ${submitted.length} submit (S), ${approved.length} approve (A)`,
      ].join('\n'),
    );
  }
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
});
