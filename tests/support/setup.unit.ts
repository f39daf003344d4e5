import { beforeAll } from 'vitest';
import { forgetSingleton } from '~/platform/singleton';
import { removeFolder, testEnv } from './environment';

// Files of tests share a process: each begins with the environment of the tests, and with a log that is silent.
beforeAll(() => {
  testEnv();
  forgetSingleton('log');
});
removeFolder();
