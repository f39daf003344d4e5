import type { ReactNode } from 'react';
import { cx } from '../cx';

/** SVG of a chart, stretched to its container. `width` and `height` define its coordinate system (`viewBox`). */
export const ChartSvg = (props: { width: number; height: number; className: string; children: ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${props.width} ${props.height}`}
    preserveAspectRatio="none"
    className={props.className}
  >
    {props.children}
  </svg>
);

type Ticks = { ticks: readonly number[]; y: (tick: number) => number };

export const TickLines = ({ ticks, y, width }: Ticks & { width: number }) => (
  <>
    {ticks.map((tick) => (
      <path
        key={tick}
        d={`M0 ${y(tick).toFixed(1)}h${width}`}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
    ))}
  </>
);

/** Distance within which a price tag would cover the label of a tick, as a share of the lowest drawing's height. */
const TAG_SHARE = 0.085;

/**
 * Labels of ticks next to a drawing of this `height`, so that their size is constant. `end` aligns them at the end of
 * their column; those that a tag at `hiddenNear` would cover are omitted.
 */
export function TickLabels(
  props: Ticks & { height: number; end?: boolean; hiddenNear?: number; format: (tick: number) => string },
) {
  const { ticks, y, height, end, hiddenNear } = props;
  const isCovered = (tick: number) =>
    hiddenNear !== undefined && Math.abs(y(tick) - y(hiddenNear)) < TAG_SHARE * height;
  let texts = ticks.map(props.format);
  // Removes final zeros after the point that all labels share: 100,000.00.
  while (texts.every((text) => /\.\d*0$/.test(text))) texts = texts.map((text) => text.replace(/\.?0$/, ''));
  return ticks.map(
    (tick, index) =>
      !isCovered(tick) && (
        <span
          key={tick}
          className={cx('absolute -translate-y-1/2', end && 'end-0')}
          style={{ top: `${(y(tick) / height) * 100}%` }}
        >
          {texts[index]}
        </span>
      ),
  );
}

export const LineKey = (props: { stroke: string; dashes?: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
      <path d="M0 2h24" className={props.stroke} strokeWidth={2} strokeDasharray={props.dashes} />
    </svg>
    {props.children}
  </span>
);
