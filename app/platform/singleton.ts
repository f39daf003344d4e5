const instances = globalThis as typeof globalThis & { __mirrorbook?: Map<string, unknown> };
instances.__mirrorbook ??= new Map();

/** Creates `name` once per process. Connections, caches and timers must survive when Vite reloads modules in development. */
export function singleton<T>(name: string, make: () => T): T {
  const all = instances.__mirrorbook as Map<string, unknown>;
  if (!all.has(name)) all.set(name, make());
  return all.get(name) as T;
}

export function forgetSingleton(name: string): void {
  instances.__mirrorbook?.delete(name);
}
