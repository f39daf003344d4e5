import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../pictures/Icon';
import { Explained } from './Explained';

export type ComparedRow = {
  figure: string;
  /** Explanation of the figure, if its name is not enough. */
  about?: ReactNode;
  cells: readonly ReactNode[];
  best?: readonly boolean[];
};

export function SideBySide(props: {
  caption: string;
  heads: readonly { key: string; head: ReactNode }[];
  rows: readonly ComparedRow[];
}) {
  const { caption, heads, rows } = props;
  return (
    <table className="side-by-side" style={{ '--columns': heads.length } as CSSProperties}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {heads.map(({ key, head }) => (
            <th key={key} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ figure, about, cells, best = [] }) => (
          <tr key={figure}>
            <th scope="row">{about ? <Explained name={figure}>{about}</Explained> : figure}</th>
            {cells.map((cell, at) => (
              <td key={heads[at]?.key} data-best={best[at] || undefined}>
                {cell}
                {best[at] && (
                  <span className="best">
                    <Icon name="check" size="small" />
                    <span className="sr-only"> best of these</span>
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
