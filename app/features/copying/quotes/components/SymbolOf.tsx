import { Small } from '~/ui/Text';

/** Market of a position and, while it is closed, when it opens: its price stands still until then. */
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
