/** On every page: that the money is simulated or, live, whose service this is and what can be lost. */
export function ModeBanner({ live }: { live?: { operator: string; warning: string } }) {
  return live ? (
    <aside aria-label="Operator and risk" className={STRIP}>
      {live.operator} <strong className="font-semibold">{live.warning}</strong>
    </aside>
  ) : (
    <aside aria-label="Paper mode" className={`${STRIP} text-[0.8125rem] text-balance sm:text-sm`}>
      <strong className="font-semibold">Paper mode:</strong> simulated money, prices and traders.
    </aside>
  );
}

const STRIP = 'border-b border-warning bg-warning-soft px-2 py-1 text-center leading-snug text-warning';
