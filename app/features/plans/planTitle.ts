import { capitalised } from '~/platform/text/capitalised';

/** "Gold plan", "VIP plan". */
export const planTitle = (name: string) => `${capitalised(name)} plan`;
