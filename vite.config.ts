import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';
import { alias } from './scripts/alias';
import { browserRoutes } from './scripts/browserRoutes';
import { precompressAssets } from './scripts/precompress';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Packages bundled into the server build. React must not be bundled, because other packages import it from `node_modules`. */
const BUNDLED = ['drizzle-orm', 'zod', /^@conform-to\//, 'csv-parse', 'csv-stringify'];

/**
 * Browser chunks and their modules. There are few chunks, because each costs a round trip on a slow connection. `frame` is loaded by every
 * page with React, `schemas` and `forms` by pages whose forms are validated in the browser, `site` by public pages.
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

/** Omitted from browser chunks: the part of zod that converts schemas to JSON Schema. */
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
  // Packages are pre-bundled at the start of the development server; one discovered later would be bundled with a second copy of React.
  optimizeDeps: {
    include: ['react', 'react-dom/client', '@remix-run/react', '@conform-to/react', '@conform-to/zod/v4', 'zod'],
  },
  build: {
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: fileOf },
      // Importing a component has no side effects, so unused ones are omitted with all their imports.
      treeshake: { moduleSideEffects: (id) => !/\/app\/(features|ui)\/.*\.tsx$/.test(id) },
      // Warnings about comments in packages and about routes without browser code need no action.
      onwarn: (warning, warn) => {
        if (warning.code !== 'INVALID_ANNOTATION' && warning.code !== 'EMPTY_BUNDLE') warn(warning);
      },
    },
  },
  // Packages of very many files, whose loading would take a third of the start time. Bundled, only the used parts are loaded.
  ssr: { noExternal: command === 'build' ? BUNDLED : [] },
  server: { fs: { allow: [here('.')] } },
}));
