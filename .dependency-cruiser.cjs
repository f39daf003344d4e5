/** Imports run one way: routes -> features -> ledger -> platform; ui is for routes and feature components. */
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
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    layer(
      'platform-knows-nobody',
      '^app/platform/',
      '^app/(routes|features|ledger|api|ui)/',
      'platform is the bottom layer',
    ),
    layer(
      'ledger-below-features',
      '^app/ledger/',
      '^app/(routes|features|api|ui)/',
      'the ledger knows money, not products',
    ),
    {
      name: 'trading-knows-prices-and-numbers',
      severity: 'error',
      comment: 'orders and positions know the market feed, no people, no ledger and no HTTP',
      from: { path: '^app/trading/' },
      to: {
        path: '^app/(routes|features|ledger|api|ui)/',
        pathNot: ['^app/features/market/(instruments|feed/(feed|simulated))\\.ts$'],
      },
    },
    layer('features-below-routes', '^app/features/', '^app/(routes|api)/', 'a feature does not know its addresses'),
    {
      name: 'features-through-the-front-door',
      severity: 'error',
      comment: "a feature uses another feature only through that feature's index.ts",
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/[^/]+/', pathNot: ['^app/features/$1/', '^app/features/[^/]+/index\\.ts$'] },
    },
    {
      name: 'ui-is-plain',
      severity: 'error',
      comment: 'primitives know how money is written, nothing else of the product',
      from: { path: '^app/ui/' },
      to: { path: '^app/(routes|features|ledger|api|platform)/', pathNot: ['^app/ledger/money\\.ts$'] },
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
