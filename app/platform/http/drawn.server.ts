import { Writable } from 'node:stream';

/**
 * Takes in a page as React draws it and hands it on whole: hundreds of small pieces, each on its way through Remix, Express
 * and a compressor by itself, cost more than drawing them did.
 *
 * Zero bytes, which a page never has of its own, are left out. React 18 sends its pieces at a fixed size: where a character
 * of several bytes does not fit the end of one, it leaves zeros there, which a browser shows as broken characters.
 */
export function drawnPage(done: (page: Buffer) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    // Most pieces are text that React has not made bytes of yet.
    decodeStrings: true,
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece.includes(0) ? (piece.filter((byte) => byte !== 0) as Buffer) : piece);
      next();
    },
    final(next) {
      done(Buffer.concat(pieces));
      next();
    },
  });
}
