import { capitalised } from '~/platform/text/capitalised';

export const planTitle = (name: string) => `${capitalised(name)} plan`;
