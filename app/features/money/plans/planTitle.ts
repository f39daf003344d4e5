import { capitalise } from '~/platform/text/capitalised';

export const planTitle = (name: string) => `${capitalise(name)} plan`;
