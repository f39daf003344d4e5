import { cx } from '../cx';
import { CURVE_STROKE } from './geometry/curve';
import { SMALL_LINE_HEIGHT, type SmallLine } from './geometry/smallLine';

/** Line chart without axes next to its figure; `label` describes its course. With `result`, its sign colours the line. */
export function Sparkline(props: { line: SmallLine; label: string; wide?: boolean; result?: bigint | number }) {
  const { line, label, wide, result = 0 } = props;
  const stroke = result > 0 ? 'stroke-profit' : result < 0 ? 'stroke-loss' : 'stroke-accent';
  const width = Math.max(line.points - 1, 1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${SMALL_LINE_HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('overflow-visible', wide ? 'block h-14 w-full' : 'inline-block h-8 w-24')}
    >
      {line.level !== undefined && (
        <path d={`M0 ${line.level}h${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      )}
      <path d={line.path} className={cx('fill-none', stroke)} {...CURVE_STROKE} />
    </svg>
  );
}
