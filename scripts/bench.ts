import { installMissing } from './steps.mjs';

/** `npm run bench <name>`: runs a benchmark. Never changes `data/`. */
const benches: Record<string, () => Promise<{ bench(): Promise<void> }>> = {
  acts: () => import('./bench/acts'),
  api: () => import('./bench/api'),
  cluster: () => import('./bench/cluster'),
  copy: () => import('./bench/copy'),
  ledger: () => import('./bench/ledger'),
  'main-job': () => import('./bench/mainJob'),
  'page-cost': () => import('./bench/pageCost'),
  pages: () => import('./bench/pages'),
  search: () => import('./bench/search'),
};

const name = process.argv[2] ?? 'ledger';
const loadBench = benches[name];
if (!loadBench) {
  console.error(`There is no bench "${name}". There is: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
installMissing();
await (await loadBench()).bench();
