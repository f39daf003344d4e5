/** Remix options, also used by `vite.config.ts`. */
/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Otherwise one request to `/__manifest` can block the server for most of a minute (docs/decisions/026-remix-2-stays.md).
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: true,
  },
};
