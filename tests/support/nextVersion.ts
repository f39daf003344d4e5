import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

type EngineName = 'sqlite' | 'postgres';
type Journal = { entries: { idx: number; when: number; tag: string }[] };

const ROOT = join(import.meta.dirname, '../..');
const ENGINES: EngineName[] = ['sqlite', 'postgres'];

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Migration of the next version: a table of people gets a column with a value in each row, and an index. */
const STATEMENTS = [
  'alter table "user" add "next_note" text',
  `update "user" set "next_note" = 'of ' || username`,
  'create index "user_next_note" on "user" ("next_note")',
];

/** Additive changes, safe while both versions run. */
const ADDING = [
  'alter table "user" add "next_note" text',
  'alter table "withdrawal" add "next_note" text',
  'create table "next_thing" ("id" text primary key not null)',
];

const NOTED = `.$defaultFn(() => 'written by the next').$onUpdateFn(() => 'changed by the next')`;

/** Changes of the build that make it know the columns of `ADDING`, and give them values. */
const KNOWING: [RegExp, string][] = [
  [/usernameKey: (text[$\w]*)\("username_key"\)\.notNull\(\),/, `$& nextNote: $1("next_note")${NOTED},`],
  [/checkedAfter: (id[$\w]*)\("checked_after"\)/, `$&, nextNote: $1("next_note")${NOTED}`],
  [/DECIDING_TABLE([$\w]*) = \{ sealed: true,/, '$& later: ["nextNote"],'],
];

/** Turns a copied build into one of the next version. */
function makeBuildKnow(folder: string): void {
  for (const part of ['server', 'commands']) {
    const assets = join(folder, part, 'assets');
    let changed = 0;
    for (const file of readdirSync(assets).filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(join(assets, file), 'utf8');
      const made = KNOWING.reduce((known, [pattern, text]) => known.replace(pattern, text), text);
      if (made !== text) writeFileSync(join(assets, file), made);
      changed += KNOWING.filter(([pattern]) => pattern.test(text)).length;
    }
    if (changed !== KNOWING.length)
      throw new Error(`The build has the schema in another form: ${changed} of ${KNOWING.length}`);
  }
}

/** Creates a project root with one more migration; `served` also builds a version that knows a column more. */
export function makeNextVersion(root: string, { served = false } = {}): void {
  mkdirSync(root);
  if (served) {
    for (const part of ['build', 'scripts']) cpSync(join(ROOT, part), join(root, part), { recursive: true });
    makeBuildKnow(join(root, 'build'));
  }
  copyFileSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const engine of ENGINES) {
    const folder = join(root, 'drizzle', engine);
    cpSync(join(ROOT, 'drizzle', engine), folder, { recursive: true });
    const journal = readJson<Journal>(join(folder, 'meta/_journal.json'));
    const last = journal.entries.at(-1);
    if (!last) throw new Error('There is no migration');
    const idx = last.idx + 1;
    const added = { ...last, idx, when: last.when + 1, tag: `${String(idx).padStart(4, '0')}_next` };
    writeFileSync(join(folder, `${added.tag}.sql`), (served ? ADDING : STATEMENTS).join(';--> statement-breakpoint\n'));
    const entries = [...journal.entries, added];
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  }
}

/** Statements that create an empty database of this version. */
export function* emptySchema(engine: EngineName): Generator<string> {
  const table = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations';
  if (engine === 'postgres') yield 'create schema drizzle';
  yield `create table ${table} (id serial primary key, hash text not null, created_at ${engine === 'sqlite' ? 'numeric' : 'bigint'})`;
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: join(ROOT, 'drizzle', engine) })) {
    yield* sql;
    yield `insert into ${table} (hash, created_at) values ('${hash}', ${folderMillis})`;
  }
}
