import { createContext, type ReactNode, useContext } from 'react';

type Facts = { nonce?: string; requestId?: string };

const RequestFactsContext = createContext<Facts>({});

export function RequestFactsProvider({ children, ...facts }: Facts & { children: ReactNode }) {
  return <RequestFactsContext.Provider value={facts}>{children}</RequestFactsContext.Provider>;
}

export const useRequestFacts = (): Facts => useContext(RequestFactsContext);
