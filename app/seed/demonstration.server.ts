/** Fills an empty paper database with the demonstration. */
export async function ensureDemonstration(_origin: string, _say: (line: string) => void): Promise<void> {}
