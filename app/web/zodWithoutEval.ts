// Zod probes whether it may compile schemas, which the security policy forbids and browsers report; this disables the probe.
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
