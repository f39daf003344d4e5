// First import of every command: loads the settings from `.env` before anything reads them, and makes new files
// private.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `ENV_FILE` names a file other than `.env` next to `package.json`. If it is empty, no file is read. */
const { ENV_FILE } = process.env;
const path = ENV_FILE ?? fileURLToPath(new URL('../.env', import.meta.url));

if (ENV_FILE || (ENV_FILE === undefined && existsSync(path))) {
  try {
    // Variables that are already set take precedence over the file.
    process.loadEnvFile(path);
  } catch (error) {
    console.error(`The settings in ${path} can't be read: ${error.message}`);
    process.exit(1);
  }
}

// Databases, backups, uploads and secrets must not be readable by other users of the machine.
process.umask(0o077);
