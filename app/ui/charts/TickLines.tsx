/**
 * The lines across a chart at its ticks.
 * @param props.width of the drawing, in its units, as `y` has the height of a tick
 */
export const TickLines = ({
  ticks,
  y,
  width,
}: {
  ticks: readonly number[];
  y: (tick: number) => number;
  width: number;
}) => (
  <>
    {ticks.map((tick) => (
      <path key={tick} d={`M0 ${y(tick)}h${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
    ))}
  </>
);
