// `npm run clock -- +2d`: moves the product's clock of a paper installation, for example to see plans mature.
import './environment.mjs';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DAY, getClockFilePath, HOUR, MINUTE, readClockOffset } from '~/platform/clock';
import { describeMissingInstallation } from '~/platform/env';

const UNIT_MS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY };
const dataDir = resolve(process.env.DATA_DIR || 'data');
const [input = ''] = process.argv.slice(2);

if (process.env.MODE === 'live') {
  console.error('Only paper mode has a clock that can be moved.');
  process.exit(1);
}
if (!existsSync(dataDir)) {
  console.error(describeMissingInstallation(dataDir));
  process.exit(1);
}
const offsetChange = /^([+-]\d{1,6})([mhd])$/.exec(input);
if (input === 'reset') {
  rmSync(getClockFilePath(dataDir), { force: true });
} else if (offsetChange) {
  const offset = readClockOffset(dataDir) + Number(offsetChange[1]) * (UNIT_MS[offsetChange[2] ?? ''] ?? 0);
  writeFileSync(getClockFilePath(dataDir), `${offset}\n`);
} else if (input !== '') {
  console.error('Say how far: npm run clock -- +2d (days), +3h (hours), -30m (minutes), or reset');
  process.exit(1);
}
console.log(`The product's clock says ${new Date(Date.now() + readClockOffset(dataDir)).toISOString()}`);
