// `npm run test:mutation [-- AREA...]`: changes the sources of an area one small thing at a time and runs the tests that
// cover it. A change that no test notices (a survivor) is a test that is missing, or one of the list in docs/reliability.md.
// `npm run test:mutation -- AREA FILE...` changes these files alone, with the tests of that area.
import { AREAS } from './mutation/areas.mjs';
import { checkNode, installMissing, run, step } from './steps.mjs';

checkNode();
installMissing();
const given = process.argv.slice(2).filter((name) => !name.includes('/'));
const files = process.argv.slice(2).filter((name) => name.includes('/'));
const unknown = given.filter((name) => !Object.hasOwn(AREAS, name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}: choose of ${Object.keys(AREAS).join(', ')}.`);
  process.exit(1);
}
const areas = given.length > 0 ? given : Object.keys(AREAS);
const chosen = files.length > 0 ? ['--mutate', files.join(',')] : [];
const statuses = areas.map((area) =>
  step(`Changing ${area}`, () =>
    run('npx', ['stryker', 'run', 'scripts/mutation/stryker.config.mjs', ...chosen], {
      env: { MUTATION_AREA: area },
      goOn: true,
    }),
  ),
);
if (statuses.some((status) => status !== 0)) process.exit(1);
