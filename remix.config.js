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
    // With it React ends the hydration of some pages with its error 345 (seen in one of three runs of the main journey).
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: true,
  },
};
