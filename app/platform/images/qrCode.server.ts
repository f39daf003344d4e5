import { encode } from 'uqr';

/**
 * Returns `text` as a QR code with the quiet margin that cameras want: the length of a side in squares, and the dark ones as an SVG path.
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
