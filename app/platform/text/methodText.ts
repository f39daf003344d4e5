/**
 * A method of payment as people read it: by its name in the catalogue, or where that is not at hand by its code, "USDT TRC20".
 * @param code as the database and the calls have it: `USDT-TRC20`
 */
export const methodText = (code: string, name?: string | null): string => name ?? code.replaceAll('-', ' ');
