/** "Gold plan", "VIP plan". */
export const planTitle = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)} plan`;
