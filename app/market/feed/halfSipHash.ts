/* HalfSipHash-2-4 by Aumasson and Bernstein. Node's keyed hashes take many times as long, and a candle needs hundreds. */

/** Length of a message, four bytes, in the highest byte of the last word. */
const MESSAGE_LENGTH_WORD = 4 << 24;

export function halfSipHash(k0: number, k1: number, word: number): number {
  let v0 = k0 | 0;
  let v1 = k1 | 0;
  let v2 = k0 ^ 0x6c796765;
  let v3 = k1 ^ 0x74656462 ^ word;
  // Two rounds are for the word, two for the length, and four end the hash. A single loop is compiled best.
  for (let round = 0; round < 8; round++) {
    if (round === 2) {
      v0 ^= word;
      v3 ^= MESSAGE_LENGTH_WORD;
    } else if (round === 4) {
      v0 ^= MESSAGE_LENGTH_WORD;
      v2 ^= 0xff;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  return v1 ^ v3;
}
