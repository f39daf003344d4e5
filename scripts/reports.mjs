// Converts the results of both test runners to one form, so that `npm test` can print them at the end, where logs are
// read first.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './steps.mjs';

/**
 * @typedef {{ name: string, message: string }} Finding a test and its error
 * @typedef {{ passed: number, failed: Finding[], flaky: Finding[], skipped: string[], times: Record<string, number> }} Report flaky: tests
 * that failed and passed when repeated; skipped: names of tests that did not run; times: milliseconds by file
 */

/** Reporter of vitest that writes a {@link Report} to `VITEST_REPORT`. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandled, reason) {
    const report = { passed: 0, failed: [], flaky: [], skipped: [], times: {} };
    for (const module of modules) {
      const location = `${module.project.name} ${relative(root, module.moduleId)}`;
      const { collectDuration, duration } = module.diagnostic();
      report.times[location] = collectDuration + duration;
      for (const error of module.errors()) report.failed.push(createFinding(location, error));
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) report.failed.push(createFinding(`${location} ${suite.fullName}`, error));
      }
      for (const each of module.children.allTests()) {
        const { state, errors } = each.result();
        const name = `${location} ${each.fullName}`;
        if (state === 'failed') report.failed.push(createFinding(name, errors?.[0]));
        if (state === 'skipped') report.skipped.push(name);
        if (state !== 'passed') continue;
        report.passed += 1;
        if (each.diagnostic()?.flaky) report.flaky.push(createFinding(name, errors?.[0]));
      }
    }
    for (const error of unhandled) report.failed.push(createFinding('outside any test', error));
    if (reason !== 'passed' && report.failed.length === 0) report.failed.push(createFinding(`the run: ${reason}`));
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report));
  }
}

const createFinding = (name, error) => ({
  name,
  message: [error?.message ?? '', error?.diff ?? '', ...filterProjectLines(error?.stack)].filter(Boolean).join('\n'),
});

/** Returns the lines of a stack trace in the project's own code. */
const filterProjectLines = (stack = '') =>
  stack.split('\n').filter((line) => line.trimStart().startsWith('at ') && !line.includes('node_modules'));

/** Reads the report of {@link SummaryReporter}. An aborted run wrote none, which counts as a failure. */
export function readVitestReport(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const failed = [createFinding('vitest', new Error('It ended without a report.'))];
  return { passed: 0, failed, flaky: [], skipped: [], times: {} };
}

/** Reads the report of Playwright's JSON reporter. */
export function readPlaywrightReport(file) {
  const { suites, errors, stats } = JSON.parse(readFileSync(file, 'utf8'));
  const report = { passed: stats.expected + stats.flaky, failed: [], flaky: [], skipped: [], times: {} };
  for (const error of errors) report.failed.push(createFinding('outside any test', error));
  for (const { spec, path } of suites.flatMap((suite) => listSpecs(suite))) {
    for (const { status, projectName, results } of spec.tests) {
      const file = `${projectName} ${path}`;
      report.times[file] = results.reduce((sum, { duration }) => sum + duration, report.times[file] ?? 0);
      if (status === 'skipped') report.skipped.push(`${projectName} ${path} ${spec.title}`);
      const list = status === 'unexpected' ? report.failed : status === 'flaky' ? report.flaky : null;
      const error = results.find((result) => result.error)?.error;
      list?.push(createFinding(`${projectName} ${path} ${spec.title}`, error));
    }
  }
  return report;
}

const listSpecs = ({ title, specs = [], suites = [] }) => [
  ...specs.map((spec) => ({ spec, path: title })),
  ...suites.flatMap((suite) => listSpecs({ ...suite, title: suite.title || title })),
];
