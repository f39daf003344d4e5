import { describe, type RunnerTask, test } from 'vitest';

const NAME = 'on both engines: ';

/**
 * Declares tests that depend on the engine, for the reason `why`. In the short run, only these tests run on
 * PostgreSQL.
 */
export const onBothEngines = (why: string, tests: () => void): void => {
  describe(NAME + why, () => tests());
};

/** Test in a file for both engines that does not depend on the engine, so that it runs only on SQLite. */
export const heldOnSqlite = test.runIf(process.env.TEST_ENGINE !== 'postgres');

/** A test, or a group of them, in the format of the test runner. */
type Task = Pick<RunnerTask, 'name' | 'mode'> & { tasks?: Task[] };

const isMarked = ({ name, tasks = [] }: Task): boolean => name.startsWith(NAME) || tasks.some(isMarked);

/** Skips tests outside of the marked groups of a file; a file without such a group keeps all. */
export function leaveOthersOut({ tasks = [] }: Pick<Task, 'tasks'>): void {
  if (!tasks.some(isMarked)) return;
  for (const task of tasks) {
    if (!isMarked(task)) task.mode = 'skip';
    else if (!task.name.startsWith(NAME)) leaveOthersOut(task);
  }
}
