import { beforeAll } from 'vitest';
import { leaveOthersOut } from './onBothEngines';

// In a short run, PostgreSQL gets of each file what depends on the engine.
if (process.env.TEST_DEPTH === 'short' && process.env.TEST_ENGINE === 'postgres') {
  beforeAll((file) => leaveOthersOut(file));
}
