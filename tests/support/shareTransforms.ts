import type { Plugin, TransformResult } from 'vite';

/** What was made of each module, for all servers of a run. */
const made = new Map<string, Promise<TransformResult | null>>();

/**
 * Each project of the tests has a server of modules of its own, and would make the same of what several of them load. With this plugin the
 * first one's work serves all. Not where files are watched: they change.
 */
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
