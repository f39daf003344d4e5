import { test } from 'vitest';
import { isLong } from './depth';

/**
 * A test for `--all` alone: it tries between whole processes what a cheaper test tries in the short run.
 * @param _file that test's, from the project's root
 * @param canRun whether it is one of this engine at all
 */
export const heldBy = (_file: string, canRun = true) => test.runIf(isLong && canRun);
