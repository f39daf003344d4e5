import { beforeAll } from 'vitest';
import { forgetSingleton } from '~/platform/singleton';
import { removeFolder, testEnv } from './environment';

// Test files share a process: each starts with the environment of the tests, and with a silent log.
beforeAll(() => {
  testEnv();
  forgetSingleton('log');
});
removeFolder();
