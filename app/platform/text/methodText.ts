/** Returns a method of payment as people read it: its name in the catalogue, else its code, "USDT TRC20". */
export const methodText = (code: string, name?: string | null): string => name ?? code.replaceAll('-', ' ');
