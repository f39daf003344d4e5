// What every command begins with: its settings from `.env`, before anything reads them, and files that only its user can read.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `ENV_FILE` names another file than `.env` beside `package.json`; set to nothing, none is read. */
const { ENV_FILE } = process.env;
const path = ENV_FILE ?? fileURLToPath(new URL('../.env', import.meta.url));

if (ENV_FILE || (ENV_FILE === undefined && existsSync(path))) {
  try {
    // What is set already stays: the environment wins over the file.
    process.loadEnvFile(path);
  } catch (error) {
    console.error(`The settings in ${path} can't be read: ${error.message}`);
    process.exit(1);
  }
}

// Databases, backups, uploads and secrets: nothing that a command or the server makes is for other users of the machine.
process.umask(0o077);
