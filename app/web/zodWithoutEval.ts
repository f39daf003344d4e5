// Zod asks whether it may compile its schemas, which our security policy forbids and browsers report. This tells it
// beforehand, wherever it is loaded from later; the server, which has no such policy, lets it.
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
