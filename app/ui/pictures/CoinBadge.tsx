import { cx } from '../cx';
import { coinIcon } from './coins';
import { Icon } from './Icon';

const COLOURS: Record<string, string> = {
  btc: 'bg-[#f7931a] text-[#fff]',
  eth: 'bg-[#627eea] text-[#fff]',
  sol: 'bg-[#9945ff] text-[#fff]',
  xrp: 'bg-[#23292f] text-[#fff]',
  usdt: 'bg-[#26a17b] text-[#fff]',
  usdc: 'bg-[#2775ca] text-[#fff]',
  Bitcoin: 'bg-[#f7931a] text-[#fff]',
  Ethereum: 'bg-[#627eea] text-[#fff]',
  'BNB Chain': 'bg-[#f0b90b] text-[#000]',
  Base: 'bg-[#0052ff] text-[#fff]',
  Tron: 'bg-[#eb0029] text-[#fff]',
  Solana: 'bg-[#9945ff] text-[#fff]',
  'XRP Ledger': 'bg-[#23292f] text-[#fff]',
};

const LETTERS: Record<string, string> = {
  Bitcoin: '₿',
  Ethereum: 'Ξ',
  'BNB Chain': 'B',
  Base: 'b',
  Tron: 'T',
  Solana: 'S',
  'XRP Ledger': 'X',
};

/** The mark of a coin in its own colour, its network's in the corner where that is another. Stands beside their names, so it is silent. */
export const CoinMark = ({ icon, network }: { icon: string; network?: string }) => (
  <span aria-hidden="true" className="relative inline-flex shrink-0">
    <span className={cx('grid size-9 place-items-center rounded-full', COLOURS[icon] ?? 'bg-well text-muted')}>
      <Icon name={coinIcon(icon)} />
    </span>
    {network && LETTERS[network] && COLOURS[network] !== COLOURS[icon] && (
      <span
        className={cx(
          'absolute -end-1 -bottom-1 grid size-4.5 place-items-center rounded-full border border-surface text-[0.625rem] leading-none font-bold',
          COLOURS[network],
        )}
      >
        {LETTERS[network]}
      </span>
    )}
  </span>
);

/** A coin and the network that it travels on, with their marks: "USDT, Tron network". A method without a known coin has its name alone. */
export const CoinBadge = (props: { icon: string; name: string; coin: { coin: string; network: string } | null }) => (
  <span className="inline-flex items-center gap-3">
    <CoinMark icon={props.icon} network={props.coin?.network} />
    <span className="min-w-0 text-start leading-tight">
      <span className="block font-semibold">{props.coin?.coin ?? props.name}</span>
      {props.coin && <span className="block text-sm font-normal text-muted">{props.coin.network} network</span>}
    </span>
  </span>
);
