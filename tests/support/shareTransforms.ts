import type { Plugin, TransformResult } from 'vite';

/** Transformed modules, for all servers of a run. */
const made = new Map<string, Promise<TransformResult | null>>();

/** Shares transformed modules between the projects of a run, which have a module server each; not while watching. */
export const shareTransforms = (): Plugin => ({
  name: 'share-transforms',
  configureServer(server) {
    if (server.config.server.watch !== null) return;
    const transform = server.transformRequest.bind(server);
    server.transformRequest = (url, options) => {
      const key = `${options?.ssr} ${url}`;
      const result = made.get(key) ?? transform(url, options);
      made.set(key, result);
      return result;
    };
  },
});
