import { demonstrationTemplate } from './demonstrationTemplate';

/** Fills one installation with the demonstration; served tests start with a copy of its folder. */
export default async function fillDemonstration(): Promise<() => Promise<void>> {
  if (process.env.DEMONSTRATION_TEMPLATE) return async () => {};
  const filled = await demonstrationTemplate();
  process.env.DEMONSTRATION_TEMPLATE = filled.dataDir;
  return async () => {
    delete process.env.DEMONSTRATION_TEMPLATE;
    await filled.remove();
  };
}
