/** Returns the displayed name of a payment method: its name in the catalogue, else its code, "USDT TRC20". */
export const methodText = (code: string, name?: string | null): string => name ?? code.replaceAll('-', ' ');
