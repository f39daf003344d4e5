import { MovingCandles } from '../charts/CandleChart';
import { Icon } from './Icon';

const CLOSES = [20, 23, 22, 26, 25, 29, 33, 31, 30, 35, 38, 36, 41, 39, 44, 42, 40, 45, 49, 52, 50, 55, 53, 58];

const CANDLES = CLOSES.map((close, index) => {
  const open = CLOSES[index - 1] ?? 18;
  const [high, low] = [Math.max(open, close) + 2, Math.min(open, close) - 2];
  return { at: new Date(index), open, high, low, close };
});

/** A picture of a chart that is locked away: still, or a short moving one that needs no script. */
export function LockedPicture({ label, playing }: { label: string; playing: boolean }) {
  return (
    <div role="img" aria-label={label} className="relative">
      <div className="opacity-60">
        <MovingCandles candles={CANDLES} playing={playing} />
      </div>
      <span className="absolute inset-0 m-auto grid size-20 place-items-center rounded-full border border-control bg-surface text-accent shadow-raised [&_svg]:size-9">
        <Icon name="lock" />
      </span>
    </div>
  );
}
