import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alertMetricName } from '~/features/backoffice/alerts/alerts.server';
import { ALERT_NAMES, ALERTS } from '~/features/backoffice/alerts/kinds';
import { readEnv } from '~/platform/env';
import own from '../../package.json';
import { sourcesOf } from './sources';

/* Checks that the deployment kit (`deploy/`, the manual) and the code agree. `npm run deploy:check` runs the kit. */

const kit = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const manual = readFileSync('docs/operations.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');

/** Settings of Node, of npm, and of the library for buckets. */
const FOREIGN = /^(NODE_ENV|ENV_FILE|NPM_CONFIG_CACHE|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY))$/;

const listed = (name: string) => new RegExp(`^(# )?${name}=`, 'm').test(example);

/** Returns the part of the compose file about one service. */
const service = (name: string) =>
  new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)*)`, 'm').exec(kit('compose.yaml'))?.[1] ?? '';

test('each variable that the kit sets is in .env.example', () => {
  const [, image = ''] = /^ENV (.+)$/m.exec(kit('Dockerfile')) ?? [];
  const [, unit = ''] = /^Environment=(.+)$/m.exec(kit('mirrorbook.service')) ?? [];
  const [, one = ''] = /^Environment=(.+)$/m.exec(kit('cluster/mirrorbook@.service')) ?? [];
  const [, app = ''] = /environment:\n((?: {6}.*\n)+)/.exec(service('app')) ?? [];
  const [, each = ''] = /x-app:[\s\S]*?environment:\n((?: {4}.*\n)+)/.exec(kit('cluster/compose.yaml')) ?? [];
  const set = [
    ...Array.from(each.matchAll(/^ {4}([A-Z_]+):/gm), ([, name = '']) => name),
    ...Array.from(`${image} ${unit} ${one}`.matchAll(/([A-Z_]+)=/g), ([, name = '']) => name),
    ...Array.from(app.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name),
    ...Array.from(manual.matchAll(/`([A-Z]+_[A-Z_]+)(?==|`)/g), ([, name = '']) => name),
  ];
  expect(set.length).toBeGreaterThan(40);
  expect(set.filter((name) => !FOREIGN.test(name) && !listed(name))).toEqual([]);
});

test('a process starts with the settings of each compose file and of the manual for several processes', () => {
  const settings = (text: string, form: RegExp) =>
    Object.fromEntries(
      Array.from(text.matchAll(form), ([, name = '', value = '']) => [
        name,
        value.replace(/\$\{\w+:-([^}]+)\}/g, '$1'),
      ]),
    );
  const [, table = ''] =
    /`\/etc\/mirrorbook\.env`:\n\n```sh\n([\s\S]*?)```/.exec(readFileSync('docs/cluster.md', 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-kit-'));
  for (const input of [
    settings(service('app'), /^ {6}([A-Z_]+): (.+)$/gm),
    settings(kit('cluster/compose.yaml').replace(/\nservices:[\s\S]*/, ''), /^ {4}([A-Z_]+): (.+)$/gm),
    settings(table, /^([A-Z_]+)=(?!\.\.\.)(\S+)/gm),
  ]) {
    expect(input.DATABASE_URL).toMatch(/^postgres:/);
    expect(Object.keys(input).filter((name) => !FOREIGN.test(name) && !listed(name))).toEqual([]);
    expect(readEnv({ ...input, DATA_DIR: folder })).toMatchObject({ STORAGE_URL: input.STORAGE_URL });
  }
  rmSync(folder, { recursive: true });
});

test('the files that the image is built from exist, and proxies allow files as large as the product does', () => {
  const paths = kit('Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? [];
  expect([paths.length > 10, paths.filter((path) => !existsSync(path))]).toEqual([true, []]);
  const [, max] =
    /upload: (\d+) \* 1024 \* 1024/.exec(readFileSync('app/web/server/checks/protect.server.ts', 'utf8')) ?? [];
  for (const nginx of ['nginx.conf', 'cluster/nginx.conf'])
    expect(kit(nginx)).toContain(`client_max_body_size ${max}m;`);
  expect(kit('Caddyfile')).toContain(`max_size ${max}MB`);
});

test('balancers allow long silence on streams of events, and know all of them', () => {
  const routes = readFileSync('app/routes.ts', 'utf8');
  const streams = sourcesOf('app/routes')
    .filter(({ text }) => text.includes('handle = { stream: true }'))
    .map(({ path }) => {
      const [, input = '', folder = ''] =
        new RegExp(`'([^']+)', (\\w+)\\('${path.split('/').at(-1)}'`).exec(routes) ?? [];
      return folder === 'api' ? `api/${input}` : input;
    });
  expect(streams.length).toBeGreaterThan(3);
  const [, slow = ''] = /set-timeout server 10m if \{ path (.+) \}/.exec(kit('cluster/haproxy.cfg')) ?? [];
  const paths = streams.map((path) => `/${path}`).sort();
  expect(slow.split(' ').sort()).toEqual(paths);
  for (const nginx of ['nginx.conf', 'cluster/nginx.conf']) {
    const [, unbuffered = ''] = /location ~ \^\/\((.+)\)\$ \{/.exec(kit(nginx)) ?? [];
    expect(
      unbuffered
        .split('|')
        .map((path) => `/${path}`)
        .sort(),
    ).toEqual(paths);
  }
});

test.each(['nginx.conf', 'cluster/nginx.conf'])('%s passes the host with its port', (name) => {
  // `$host` has no port: forms would be refused as cross-site where PUBLIC_URL has a port.
  for (const header of ['Host', 'X-Forwarded-Host'])
    expect(kit(name)).toContain(`proxy_set_header ${header} $http_host;`);
});

test('PgBouncer times out before the process that waits, and supports prepared statements', () => {
  const setting = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(kit('cluster/pgbouncer.ini'))?.[1];
  expect(setting('pool_mode')).toBe('transaction');
  expect(Number(setting('max_prepared_statements'))).toBeGreaterThan(0);
  expect(Number(setting('query_wait_timeout')) * 1000).toBeLessThan(10_000);
});

test('each command that the manual names exists', () => {
  const named = Array.from(manual.matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name);
  expect(named).toEqual(expect.arrayContaining(['release', 'serve', 'doctor', 'backup', 'restore', 'keys:rotate']));
  expect(named.filter((name) => !(name in own.scripts))).toEqual([]);
});

test('the manual has a row for each metric, and for no other', () => {
  const figures = sourcesOf('app').flatMap(({ path, text }) =>
    /metrics\.server|_(?:FIGURES|METRICS) = /.test(path + text)
      ? Array.from(
          text.matchAll(/\bname: '([a-z_]+)',?\s+help:|^ {2}([a-z_]+_total): '/gm),
          ([, name, key]) => name ?? key,
        )
      : [],
  );
  expect(figures.length).toBeGreaterThan(10);
  const [, section = ''] = /^## Alerts and figures\n([\s\S]*?)^## /m.exec(manual) ?? [];
  const found = Array.from(section.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name);
  expect(found.sort()).toEqual([...figures, ...ALERT_NAMES.map(alertMetricName)].sort());
});

test('the manual explains each error in the log', () => {
  const faults = sourcesOf('app')
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ text }) =>
      Array.from(text.matchAll(/\blog\(\)\s*\.(?:error|warn|fatal)\(([^;]*)/g), ([, input = '']) =>
        Array.from(input.matchAll(/'([^'\n]+ [^'\n]+)'/g), ([, message = '']) => message),
      ).flat(),
    );
  expect(faults.length).toBeGreaterThan(20);
  const [, section = ''] = /^## Log messages\n([\s\S]*?)^# /m.exec(manual) ?? [];
  const rows = Array.from(section.matchAll(/^\| (`.+?`) +\|/gm), ([, named = '']) => named);
  const found = rows.flatMap((row) => Array.from(row.matchAll(/`([^`]+)`/g), ([, message = '']) => message));
  expect([...new Set(found)].sort()).toEqual([...new Set(faults)].sort());
});

test('each alert has its row in the manual, its Prometheus rule, and its metric', () => {
  for (const name of ALERT_NAMES) {
    expect(manual).toContain(`| ${ALERTS[name].title} `);
    expect(kit('cluster/alerts.yml')).toContain(`${alertMetricName(name)})`);
  }
});

test('the manual in a release links only to files in it', () => {
  const copied = [...readFileSync('scripts/release.mjs', 'utf8').matchAll(/^ {2}'([^']+)',$/gm)].map(
    ([, path]) => path,
  );
  for (const page of ['operations', 'cluster']) {
    const links = [...readFileSync(`docs/${page}.md`, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    expect(links.length).toBeGreaterThan(1);
    const missing = links
      .map(([, path = '']) => join('docs', path))
      .filter((path) => !existsSync(path) || !copied.some((part) => path === part || path.startsWith(`${part}/`)));
    expect(missing).toEqual([]);
  }
});
