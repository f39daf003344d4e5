import { Small } from '~/ui/Text';

/** Symbol of a position. If its market is closed, the opening time follows, since the price does not change before it. */
export const SymbolOf = ({ closed, children }: { closed: string | null; children: string }) => (
  <>
    {children}
    {closed && (
      <span className="block">
        <Small>{closed}</Small>
      </span>
    )}
  </>
);
