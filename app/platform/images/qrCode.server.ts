import { encode } from 'uqr';

/** Returns `text` as a QR code with its quiet zone: the number of modules per side, and an SVG path of the dark ones. */
export function createQrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  let path = 'm0 .5';
  let [x, y] = [0, 0];
  data.forEach((squares, row) => {
    for (const { index, 0: run } of squares
      .map((dark) => (dark ? 1 : 0))
      .join('')
      .matchAll(/1+/g)) {
      path += `m${index - x} ${row - y}h${run.length}`;
      [x, y] = [index + run.length, row];
    }
  });
  return { size, path };
}
