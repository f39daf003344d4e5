import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';
import { alias } from './scripts/alias';
import { browserRoutes } from './scripts/browserRoutes';
import { precompress } from './scripts/precompress';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What goes into the server's build itself. React must not: other packages bring the one of `node_modules`. */
const BUNDLED = ['drizzle-orm', 'zod', /^@conform-to\//, 'csv-parse', 'csv-stringify'];

/** What every page with React has: in one file, for on a slow line each file costs a round trip. */
const FRAME =
  /\/app\/(?:ui\/(?:Button|Link|Text|ThemeSwitch|chosen|cx|keptPlace)|ui\/browser\/(?:connection|dataSaver|hydrated|keptStream|lineBudget)|ui\/layout\/(?:Heading|Layout)|ui\/shell\/(?:Menus|Shell)|ui\/forms\/(?:Form|SubmitOrBack)|ui\/messages\/(?:AlertBand|NewSince|Notice)|ui\/pictures\/(?:Avatar|Icon|Logo)|ui\/tables\/Data|features\/site\/shell\/(?:ActionProblem|Announcements|RouteProblem|SiteBanner|SupportLink|rootData)|features\/site\/marketing\/components\/ProblemFrame|platform\/(?:result|text\/productName)|web\/(?:requestFacts|router))\.tsx?$/;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions), browserRoutes(), precompress()],
  resolve: { alias, dedupe: ['react', 'react-dom'] },
  // All at once when the development server starts: a package found later would be bundled beside a second copy of React.
  optimizeDeps: {
    include: ['react', 'react-dom/client', '@remix-run/react', '@conform-to/react', '@conform-to/zod/v4', 'zod'],
  },
  build: {
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: (id) => (FRAME.test(id) ? 'frame' : undefined) },
      // Components do nothing when they are imported, so one that a build has no use for stays out with all that it imports.
      treeshake: { moduleSideEffects: (id) => !/\/app\/(features|ui)\/.*\.tsx$/.test(id) },
      // Remarks on other people's comments, and on routes that have nothing for the browser, are nothing a person can act on.
      onwarn: (warning, warn) => {
        if (warning.code !== 'INVALID_ANNOTATION' && warning.code !== 'EMPTY_BUNDLE') warn(warning);
      },
    },
  },
  // Packages of very many files: read one by one they are a third of a start. Bundled, only what is used of them is read.
  ssr: { noExternal: command === 'build' ? BUNDLED : [] },
  server: { fs: { allow: [here('.')] } },
}));
