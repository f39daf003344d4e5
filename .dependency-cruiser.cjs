/**
 * Import rules. Layers may import only lower ones: routes -> api -> features -> trading -> market -> platform. Features also import the
 * ledger, which imports only platform. Web serves routes and api. Sign-ins, mail, uploads and backups are above platform and are imported
 * by features, web and api.
 */
/** Modules that serve all features and import only platform. */
const SHARED = 'signIns|mail|uploads|backups';

const layer = (name, from, to, why) => ({
  name,
  severity: 'error',
  comment: why,
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      comment: 'types included',
      to: { circular: true },
    },
    layer(
      'platform-is-the-bottom',
      '^app/platform/',
      `^app/(routes|api|features|trading|market|ledger|web|ui|seed|${SHARED})/`,
      'platform knows nothing of the product and nothing of HTTP',
    ),
    layer(
      'shared-rooms-below-features',
      `^app/(${SHARED})/`,
      '^app/(routes|api|features|trading|market|ledger|web|ui|seed)/',
      'sign-ins, mail, uploads and backups know no feature, no money and nothing of HTTP',
    ),
    layer('signIns-alone', '^app/signIns/', '^app/(mail|uploads|backups)/', 'sign-ins use platform alone'),
    layer('mail-alone', '^app/mail/', '^app/(signIns|uploads|backups)/', 'mail uses platform alone'),
    layer('uploads-and-sign-ins', '^app/uploads/', '^app/(mail|backups)/', 'uploads ask who may see a file, no more'),
    layer(
      'backups-alone',
      '^app/backups/',
      '^app/(signIns|mail|uploads)/',
      'backups know whole tables and folders only',
    ),
    layer(
      'ledger-below-features',
      '^app/ledger/',
      `^app/(routes|api|features|trading|market|web|ui|seed|${SHARED})/`,
      'the ledger knows money, not products',
    ),
    layer(
      'market-below-features',
      '^app/market/',
      `^app/(routes|api|features|trading|ledger|web|ui|seed|${SHARED})/`,
      'the market feed knows prices, no people and no money',
    ),
    layer(
      'trading-below-features',
      '^app/trading/',
      `^app/(routes|api|features|ledger|web|ui|seed|${SHARED})/`,
      'trading knows prices and numbers, no people and no ledger',
    ),
    layer(
      'web-beside-features',
      '^app/web/',
      '^app/(routes|api|features|trading|market|ledger|ui|seed)/',
      'web speaks HTTP for every product alike',
    ),
    layer(
      'features-below-routes',
      '^app/features/',
      '^app/((routes|api|seed)/|acts\\.server\\.ts$)',
      'a feature does not know its addresses, nor the table of all acts',
    ),
    layer('api-below-routes', '^app/api/', '^app/routes/', 'calls do not know their addresses'),
    {
      name: 'use-cases-know-no-request',
      severity: 'error',
      comment:
        "what a feature does on the server is done alike for pages, calls and jobs; its components may use web's form hook",
      from: { path: '^app/features/', pathNot: '\\.tsx$' },
      to: { path: '^app/web/', pathNot: '^app/web/router\\.ts$' },
    },
    {
      name: 'internal-to-a-domain',
      severity: 'error',
      comment:
        'folders called internal are for their own domain; pages, calls, jobs and the seed use the files beside them',
      from: { path: '^(app|drizzle|scripts)/', pathNot: '^app/features/' },
      to: { path: '^app/features/.+/internal/' },
    },
    {
      name: 'domains-through-their-door',
      severity: 'error',
      comment: "a domain uses another domain only through that domain's index.ts, its components through components.ts",
      from: { path: '^app/features/([^/]+)/' },
      to: {
        path: '^app/features/[^/]+/',
        pathNot: ['^app/features/$1/', '^app/features/[^/]+/(index|components)\\.ts$'],
      },
    },
    {
      name: 'ui-is-plain',
      severity: 'error',
      comment:
        'primitives know what the product is called, how coins and networks look, how money, days, percentages and refused pictures are written, how many rows a page has and what the last answer to a form was, nothing else of the product',
      from: { path: '^app/ui/', pathNot: '\\.test\\.' },
      to: {
        path: `^app/(routes|api|features|trading|market|ledger|web|platform|seed|${SHARED})/`,
        pathNot: [
          '^app/ledger/money\\.ts$',
          '^app/platform/(pageSizes|networks/networks|text/(dayText|heicRefusal|percent|percentParts|productName))\\.ts$',
          '^app/web/(router|form/useActionForm)\\.ts$',
        ],
      },
    },
    {
      name: 'the-framework-through-one-module',
      severity: 'error',
      comment: 'routes, calls, features and primitives take the framework from web/router and web/responses.server',
      from: {
        path: '^app/(routes|api|features|ui|web)/',
        pathNot: '^app/web/(router|responses\\.server|context)\\.ts$',
      },
      to: { path: 'node_modules/@remix-run/' },
    },
    {
      name: 'only-platform-db-opens-databases',
      severity: 'error',
      comment: 'drivers and transactions belong to platform/db',
      from: { path: '^app/', pathNot: '^app/platform/db/' },
      to: { path: 'node_modules/(better-sqlite3|pg|drizzle-orm/(better-sqlite3|node-postgres))/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
