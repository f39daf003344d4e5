import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** Matches a redirect target that starts with a fixed page name, so that no appended text can lead to another site. */
const OWN = /^(['`])\/([a-z]|\1)/;

/** Every other target in the sources, with the reason why it stays on this site. */
const REVIEWED: Record<string, string> = {
  "app/routes/admin/adminForms.server.ts: typeof to === 'string' ? to : to(sent.value, post)":
    'what the route names: constants, the page of a user or a method, and the list of users',
  'app/routes/admin/reconciliation/source.form.server.ts: `${methodPath(method)}/import?file=${sent.value.statement}`':
    '`/admin/reconciliation`, the code of a method, and the name that the upload got',
  "app/routes/admin/decide.server.ts: buildQueueAddress(queue.path, { ...view, show: 'all' })":
    'the path of a queue, a constant of its table',
  'app/routes/security.form.server.ts: owner.path': 'one of two constants',
  'app/routes/webhooks.form.server.ts: path': 'one of two constants',
  'app/web/form/submission.server.ts: to': 'what the route names in `next`: constants, and the queue’s own address',
  'app/web/guard/endedSession.server.ts: SIGN_IN_PATHS[kind]': 'a constant of a table',
  'app/web/cookies/toast.server.ts: to': 'the helper itself; its callers are in this list',
  "app/routes/auth/freeze.tsx: isOpen ? '/passwordreset' : '/login'": 'one of two constants',
  'app/routes/auth/login.tsx: SECOND_STEP_PATH': 'a constant',
  'app/routes/auth/login.tsx: to': '`completeSignIn`, which asks `toSafePath`',
  'app/routes/admin/layout.tsx: to': '`completeSignIn`, which asks `toSafePath`',
  'app/routes/auth/verificationLink.tsx: to': '`completeSignIn`, which asks `toSafePath`',
  'app/web/redirectBack.server.ts: toSafePath(from.pathname + from.search) + hash': '`toSafePath`, and a constant hash',
  "app/routes/auth/verificationLink.tsx: needsPassword ? '/passwordreset' : '/login'": 'one of two constants',
};

/** Returns the first argument of each call that redirects a browser. */
function targetsIn(text: string): string[] {
  const calls = text.matchAll(/(?<!function )\b(?:redirect|redirectWithToast|redirectDocument)\(\s*/g);
  return Array.from(calls, ({ index, 0: call }) => firstArgument(text.slice(index + call.length)));
}

function firstArgument(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character) && depth-- === 0) return text.slice(0, at).trim();
    else if (character === ',' && depth === 0) return text.slice(0, at).trim();
  }
  return text;
}

test('every redirect leads to a page named in the source, or to a target listed here', () => {
  const found = sourcesOf('app')
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      targetsIn(text)
        .filter((target) => !OWN.test(target))
        .map((target) => `${path}: ${target}`),
    );
  expect([...new Set(found)].sort()).toEqual(Object.keys(REVIEWED).sort());
});

test('the targets are extracted as they are written', () => {
  expect(targetsIn("throw redirect('/a', 303); redirectWithToast(toSafePath(f(x, y)), { tone })")).toEqual([
    "'/a'",
    'toSafePath(f(x, y))',
  ]);
});
