import { encode } from 'uqr';

/**
 * `text` as a QR code with the quiet margin that cameras want: how many squares a side has, and the dark ones as the path of
 * an SVG in that unit. Computed here, so that no browser loads what computes it.
 */
export function qrCodeOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const row = (squares: boolean[], y: number) =>
    [
      ...squares
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ]
      .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
      .join('');
  return { size, path: data.map(row).join('') };
}
