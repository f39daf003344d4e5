import { COIN_COLOURS, type Coin, type CoinIcon, NETWORK_STYLES } from '~/platform/networks/networks';
import { cx } from '../cx';
import { Icon } from './Icon';

type CoinOfMethod = { coin: Coin; network: string };

/** Mark of a coin in its colour, with that of its network in the corner if different. Decorative, since the names are next to it. */
export function CoinMark({ icon, coin }: { icon: string; coin: CoinOfMethod | null }) {
  const colour = coin && COIN_COLOURS[coin.coin];
  const network = coin && Object.values(NETWORK_STYLES).find((each) => each.name === coin.network);
  return (
    <span aria-hidden="true" className="relative inline-flex shrink-0">
      <span
        className={cx('rimmed grid size-9 place-items-center', colour ? 'text-[#fff]' : 'bg-well text-muted')}
        style={{ background: colour as string }}
      >
        <Icon name={icon as CoinIcon} />
      </span>
      {network && network.colour !== colour && (
        <span
          className="absolute -end-1 -bottom-1 grid size-4.5 place-items-center rounded-full border border-surface text-[0.625rem] leading-none font-bold"
          style={{ background: network.colour, color: network.ink ?? '#fff' }}
        >
          {network.letter ?? network.name[0]}
        </span>
      )}
    </span>
  );
}

/** Coin and network with their marks: "USDT, Tron network". A method without a known coin has only its name. */
export const CoinBadge = (props: { icon: string; name: string; coin: CoinOfMethod | null }) => (
  <span className="inline-flex items-center gap-3">
    <CoinMark {...props} />
    <span className="min-w-0 text-start leading-tight">
      <span className="block font-semibold">{props.coin ? props.coin.coin : props.name}</span>
      {props.coin && <span className="block text-sm font-normal text-muted">{props.coin.network} network</span>}
    </span>
  </span>
);
