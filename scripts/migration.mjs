/*
 * `npm run db:generate`: recreates the single migration since the last release for both engines, from the schema and the snapshot of that
 * release, which is the only stored one. Keeps handwritten statements after the mark. With `--release` the new snapshot replaces the
 * released one, and the migration is not recreated from then on.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const HANDWRITTEN_MARK = '--> statement-breakpoint\n-- Written by hand; `npm run db:generate` keeps what follows.\n';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

for (const [engine, url] of [
  ['sqlite', ''],
  ['postgres', 'postgres://'],
]) {
  const folder = `drizzle/${engine}`;
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8'));
  const [releasedSnapshot] = readdirSync(`${folder}/meta`).filter((file) => file.endsWith('_snapshot.json'));
  const entries = journal.entries.filter(({ idx }) => idx <= Number.parseInt(releasedSnapshot, 10));
  const [unreleased] = journal.entries.slice(entries.length);
  const name = unreleased?.tag.slice(5) ?? `after_${version.replaceAll('.', '_')}`;
  const file = `${folder}/${String(entries.length).padStart(4, '0')}_${name}.sql`;
  const old = existsSync(file) ? readFileSync(file, 'utf8') : HANDWRITTEN_MARK;

  writeFileSync(`${folder}/meta/_journal.json`, JSON.stringify({ ...journal, entries }, null, 2));
  rmSync(file, { force: true });
  execFileSync('npx', ['drizzle-kit', 'generate', '--name', name], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'inherit',
  });
  if (!existsSync(file)) continue;
  writeFileSync(file, readFileSync(file, 'utf8') + HANDWRITTEN_MARK + (old.split(HANDWRITTEN_MARK)[1] ?? ''));
  const newSnapshot = `${String(entries.length).padStart(4, '0')}_snapshot.json`;
  const [keptSnapshot, droppedSnapshot] = process.argv.includes('--release')
    ? [newSnapshot, releasedSnapshot]
    : [releasedSnapshot, newSnapshot];
  rmSync(`${folder}/meta/${droppedSnapshot}`);
  const snapshot = JSON.parse(readFileSync(`${folder}/meta/${keptSnapshot}`, 'utf8'));
  writeFileSync(`${folder}/meta/${keptSnapshot}`, `${JSON.stringify(snapshot)}\n`);
}
