import { afterEach, beforeEach, expect, vi } from 'vitest';

// Any output on the console is a failure: warnings of passing tests are never read.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
