import { createContext } from 'react';

/**
 * The addresses of the item that stands open beside a queue's list: its own, which its forms are posted to, so that what they are
 * refused for stands beside it; and that of the one that is next once it has been decided.
 */
export const OpenItemContext = createContext<{ own: string; next: string } | null>(null);
