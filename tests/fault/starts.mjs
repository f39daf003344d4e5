// Starts the built server in this one process with the environment that each line of input gives, and prints for each why it was refused.
import { createInterface } from 'node:readline';

const build = await import('../../build/server/index.js');
const before = { ...process.env };
for await (const line of createInterface({ input: process.stdin })) {
  process.env = { ...before, ...JSON.parse(line) };
  // The settings are read once by a process.
  globalThis.__mirrorbook.delete('env');
  const refused = await build.entry.module.startServer({ build }).then(
    () => null,
    ({ name, message }) => ({ name, message }),
  );
  console.log(JSON.stringify(refused));
}
