/** The Remix options; vite.config.ts reads them from here, so there is one place. */
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
    // With it one request to `/__manifest` can hold the server for most of a minute (docs/decisions/026-remix-2-stays.md).
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: true,
  },
};
