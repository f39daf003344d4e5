// Zod tries whether it may compile its schemas, which our security policy forbids and browsers report; this tells it beforehand.
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
