import { beforeAll } from 'vitest';
import { forgetSingleton } from '~/platform/singleton';
import { leaveOthersOut } from './onBothEngines';

// In a short run, PostgreSQL gets only the engine-dependent tests of each file.
if (process.env.TEST_DEPTH === 'short' && process.env.TEST_ENGINE === 'postgres') {
  beforeAll((file) => leaveOthersOut(file));
}

// Files share a process and an address, whose rendering time is limited.
beforeAll(() => forgetSingleton('images'));
