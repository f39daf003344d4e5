import { MarketState } from '~/ui/messages/MarketState';

/** Symbol of a position, with the opening time of a closed market. */
export const SymbolOf = ({ opensAt, children }: { opensAt: Date | null; children: string }) => (
  <>
    {children}
    {opensAt && (
      <span className="block">
        <MarketState opensAt={opensAt} />
      </span>
    )}
  </>
);
