/** The one that is called this, in any case: clients send the code of a thing, or its name as pages show it. */
export const named = <T>(all: readonly T[], called: string, names: (each: T) => string[]): T | undefined => {
  const wanted = called.trim().toLowerCase();
  return all.find((each) => names(each).some((name) => name.toLowerCase() === wanted));
};
