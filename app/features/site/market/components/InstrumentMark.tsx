import type { Instrument } from '~/market/instruments';
import { COIN_COLOURS } from '~/platform/networks/networks';
import { cx } from '~/ui/cx';
import { Icon, type IconName } from '~/ui/pictures/Icon';

type Marked = Pick<Instrument, 'id' | 'kind' | 'mark'>;

/** Flags by currency or country code. The marks of indices and bonds start with the code of their country. */
const FLAGS_BY_CODE: Readonly<Record<string, IconName>> = {
  EUR: 'flag-eu',
  USD: 'flag-us',
  JPY: 'flag-jp',
  GBP: 'flag-gb',
  CHF: 'flag-ch',
  AUD: 'flag-au',
  CAD: 'flag-ca',
  NZD: 'flag-nz',
  US: 'flag-us',
  DE: 'flag-de',
  UK: 'flag-gb',
  JP: 'flag-jp',
};

/** Coins with their colours. Coins without an icon are shown by their letters. */
const COIN_STYLES: Readonly<Record<string, { colour: string; icon?: IconName }>> = {
  BTC: { colour: COIN_COLOURS.BTC, icon: 'btc' },
  ETH: { colour: COIN_COLOURS.ETH, icon: 'eth' },
  SOL: { colour: COIN_COLOURS.SOL, icon: 'sol' },
  XRP: { colour: COIN_COLOURS.XRP, icon: 'xrp' },
  DOGE: { colour: COIN_COLOURS.DOGE, icon: 'doge' },
  LTC: { colour: COIN_COLOURS.LTC, icon: 'ltc' },
  ADA: { colour: '#0033ad' },
};

/** Background colours of commodities by their letters. White text has a contrast of at least 4.5:1 on them. */
const COMMODITY_COLOURS: Readonly<Record<string, string>> = {
  Au: '#8a6a00',
  Ag: '#5b6672',
  Cu: '#a4501f',
  Oil: '#26303b',
  Gas: '#1f6f8b',
};

const COMPANY_COLOURS = ['#2350bd', '#b0241b', '#0f766e', '#9d2b87', '#744a00', '#4d7c0f', '#475569', '#6d28d9'];

const backgroundOf = ({ id, mark }: Marked): string =>
  COMMODITY_COLOURS[mark] ??
  COMPANY_COLOURS[[...id].reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 0) % COMPANY_COLOURS.length] ??
  '';

/** Decorative mark next to an instrument's name: flags, a coin's icon, or letters on a colour. */
export function InstrumentMark({ of, large, tiny }: { of: Marked; large?: boolean; tiny?: boolean }) {
  const size = large ? 'size-12 text-lg' : tiny ? 'size-5 text-[0.5rem]' : 'size-8 text-xs';
  const [base, quote] =
    of.kind === 'forex' ? [FLAGS_BY_CODE[of.id.slice(0, 3)], FLAGS_BY_CODE[of.id.slice(3)]] : [FLAGS_BY_CODE[of.mark]];
  if (base) {
    return (
      <span aria-hidden="true" className={cx('mark', quote && 'mark-pair', size)}>
        {quote && <Icon name={quote} />}
        <Icon name={base} />
      </span>
    );
  }
  const coin = of.kind === 'crypto' ? COIN_STYLES[of.id.replace('USD', '')] : undefined;
  return (
    <span
      aria-hidden="true"
      className={cx('mark mark-ground', size)}
      style={{ background: coin?.colour ?? backgroundOf(of) }}
    >
      {coin?.icon ? <Icon name={coin.icon} /> : of.mark}
    </span>
  );
}
