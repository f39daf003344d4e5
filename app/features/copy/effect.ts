import { formatSignedUsd } from '~/ledger/money';

/** What an entry in a trader's log, or a void, does to copies. */
export type CopyEffect = {
  /** Copies whose money changes. */
  copies: number;
  /** By how much in all, cents. */
  change: bigint;
  /** How many of them it ends, and how many that had ended it brings back. */
  ended: number;
  returned: number;
  /** Copies that wait for the market reserve, and copies that can't give back what a voided trade brought them. */
  waiting: number;
  kept: number;
};

const copiesText = (count: number): string => (count === 1 ? '1 copy' : `${count} copies`);

/** How many of the changed copies something happens to: `both end`, `all 3 end`, `1 ends`. */
function ofThem(count: number, all: number, [one, more]: [string, string]): string {
  if (count === all && count === 2) return `both ${more}`;
  if (count === all && count > 2) return `all ${count} ${more}`;
  return count === 1 ? (all === 1 ? `it ${one}` : `1 ${one}`) : `${count} ${more}`;
}

/** An effect in a line: `2 copies, −$1,111.00, both end`. */
export function effectText({ copies, change, ended, returned, waiting, kept }: CopyEffect): string {
  const parts = copies === 0 ? ['No copy changes'] : [copiesText(copies), formatSignedUsd(change)];
  if (ended > 0) parts.push(ofThem(ended, copies, ['ends', 'end']));
  if (returned > 0) parts.push(ofThem(returned, copies, ['returns paused', 'return paused']));
  if (waiting > 0) parts.push(`${copiesText(waiting)} must wait for the reserve`);
  if (kept > 0) parts.push(`${copiesText(kept)} can't give it back and ${kept === 1 ? 'is' : 'are'} left`);
  return parts.join(', ');
}
