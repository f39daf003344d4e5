import { signedPercentText } from '~/platform/text/percent';
import { cx } from '../cx';

export type HeatCell = { bps: number } | null;

/** Table of all pairs, shaded by signed changes in basis points. */
export function HeatTable(props: {
  caption: string;
  names: readonly string[];
  cells: readonly (readonly HeatCell[])[];
}) {
  return (
    <section
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="table-scroller relative overflow-x-auto"
    >
      <table className="w-full min-w-[36rem] border-separate [border-spacing:2px] text-center text-sm">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr>
            <td />
            {props.names.map((name) => (
              <th key={name} scope="col" className="p-2 font-medium text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.names.map((name, row) => (
            <tr key={name}>
              <th scope="row" className="sticky start-0 bg-page p-2 font-medium text-muted">
                {name}
              </th>
              {props.names.map((other, column) => {
                const cell = props.cells[row]?.[column];
                return (
                  <td key={other} className={cx('p-2 whitespace-nowrap', cell ? toneOf(cell.bps) : 'text-muted')}>
                    {cell ? signedPercentText(cell.bps) : '·'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the tone of a change, relative to usual changes of the market. */
function toneOf(bps: number): string {
  const strength = Math.min(2, Math.round(Math.abs(bps) / 25));
  if (!strength) return 'bg-well';
  if (bps > 0) return strength === 1 ? 'bg-profit-soft' : 'bg-profit-soft font-semibold text-profit';
  return strength === 1 ? 'bg-loss-soft' : 'bg-loss-soft font-semibold text-loss';
}
