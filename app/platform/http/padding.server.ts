import { Transform } from 'node:stream';

/**
 * Takes out zero bytes, which a page never has of its own. React 18 sends its pieces at a fixed size: where a character of several bytes
 * does not fit the end of one, it leaves zeros there, which a browser shows as broken characters.
 */
export const withoutPadding = (): Transform =>
  new Transform({
    transform(piece: Buffer, _encoding, done) {
      done(null, piece.includes(0) ? piece.filter((byte) => byte !== 0) : piece);
    },
  });
