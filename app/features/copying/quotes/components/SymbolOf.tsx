import { Small } from '~/ui/Text';

/** Market of a position and, while it is closed, its opening time, until which the price does not change. */
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
