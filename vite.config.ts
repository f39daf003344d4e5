import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';
import { alias } from './scripts/alias';
import { browserRoutes } from './scripts/browserRoutes';
import { precompressAssets } from './scripts/precompress';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What goes into the server's build itself. React must not: other packages bring the one of `node_modules`. */
const BUNDLED = ['drizzle-orm', 'zod', /^@conform-to\//, 'csv-parse', 'csv-stringify'];

/**
 * Files of scripts, each with what it is made of: for on a slow line each file costs a round trip. `frame` is in every page with
 * React, `schemas` and `forms` in those with a form that says at once what is wrong, `site` in pages of visitors.
 */
const FILES = {
  frame:
    /\/app\/(?:ui\/(?:Button|Link|Text|ThemeSwitch|targetLocation|cx|savedPlace)|ui\/browser\/|ui\/layout\/(?:Details|Heading|Layout|Tabs)|ui\/shell\/(?:Menus|Shell)|ui\/forms\/(?:Field|Form|SubmitWithBackLink|scripts\/(?:storeInput|refusedForm))|ui\/messages\/(?:AlertBand|NewSince|Notice)|ui\/pictures\/(?:Avatar|Icon|Logo)|ui\/tables\/Data|features\/site\/shell\/(?:ActionProblem|Announcements|RouteProblem|SiteBanner|SupportLink|rootData)|features\/site\/marketing\/components\/ProblemFrame|platform\/(?:result|text\/productName)|web\/(?:form\/revalidateAfterForbidden|requestFacts|router))\.?|vite\/preload-helper/,
  schemas: /\/node_modules\/zod\/|\/app\/platform\/fields\/(?:line|nameLine|uploadedFile)/,
  forms: /\/node_modules\/@conform-to\/|\/app\/(?:ui\/forms\/(?:ActionForm|PasswordField)|web\/form\/useActionForm)/,
  investor: /\/app\/features\/site\/shell\/(?:InvestorFrame|investorNav|internal\/useUpdates)/,
  site: /\/app\/(?:ui\/shell\/PublicShell|features\/site\/marketing\/(?:menus|components\/PublicFrame))\.tsx?$/,
};

const fileOf = (id: string) => Object.entries(FILES).find(([, parts]) => parts.test(id))?.[0];

/** Left out of scripts for browsers: the part of zod that describes schemas as JSON Schema. */
const withoutJsonSchema = {
  name: 'without-json-schema',
  apply: 'build',
  load: (id: string, { ssr }: { ssr?: boolean } = {}) =>
    !ssr && /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)
      ? { code: 'export default {}', syntheticNamedExports: true }
      : undefined,
} as const;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [withoutJsonSchema, tailwindcss(), remix(remixOptions), browserRoutes(), precompressAssets()],
  resolve: { alias, dedupe: ['react', 'react-dom'] },
  // All at once when the development server starts: a package found later would be bundled beside a second copy of React.
  optimizeDeps: {
    include: ['react', 'react-dom/client', '@remix-run/react', '@conform-to/react', '@conform-to/zod/v4', 'zod'],
  },
  build: {
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: fileOf },
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
