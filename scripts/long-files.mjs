// A hint, not a rule: a file of more than 300 lines, or a route of more than 150, may be two things. `npm test` prints them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from './steps.mjs';

const sources = execFileSync('git', ['ls-files', 'app', 'drizzle', 'scripts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('.test.') && existsSync(`${root}/${path}`));

for (const path of sources) {
  const lines = readFileSync(`${root}/${path}`, 'utf8').split('\n').length - 1;
  if (lines > (path.startsWith('app/routes/') ? 150 : 300))
    console.log(`  ${path} has ${lines} lines: is it one thing?`);
}
