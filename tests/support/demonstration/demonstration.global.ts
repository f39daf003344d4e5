import { demonstrationTemplate } from './demonstrationTemplate';

/**
 * Fills one installation with the demonstration, which most tests of served installations begin with; each of them starts
 * with a copy of its folder. `npm test` fills one for all of its runs.
 */
export default async function fillDemonstration(): Promise<() => Promise<void>> {
  if (process.env.DEMONSTRATION_TEMPLATE) return async () => {};
  const filled = await demonstrationTemplate();
  process.env.DEMONSTRATION_TEMPLATE = filled.dataDir;
  return async () => {
    delete process.env.DEMONSTRATION_TEMPLATE;
    await filled.remove();
  };
}
