/** Who stands behind a live installation, and the risk they must state. */
export type Operator = { name: string; licence: string; regulator: string; jurisdiction: string };

/** On every page: that the money is simulated or, live, whose service this is and what can be lost. */
export function ModeBanner({ operator }: { operator?: Operator }) {
  return operator ? (
    <aside aria-label="Operator and risk" className={SLIM}>
      {operator.name}, licence {operator.licence}, {operator.regulator}, {operator.jurisdiction}. You can lose all the
      money you put in.
    </aside>
  ) : (
    <aside aria-label="Paper mode" className={SLIM}>
      <strong className="font-semibold">Paper mode:</strong> simulated money, prices and traders.
    </aside>
  );
}

const SLIM = 'border-b border-warning bg-warning-soft px-4 py-1.5 text-center text-sm text-warning';
