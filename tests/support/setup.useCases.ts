import { beforeAll } from 'vitest';
import { leaveOthersOut } from './onBothEngines';

// In a short run, PostgreSQL gets only the engine-dependent tests of each file.
if (process.env.TEST_DEPTH === 'short' && process.env.TEST_ENGINE === 'postgres') {
  beforeAll((file) => leaveOthersOut(file));
}
