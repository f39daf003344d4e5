import type { MatchableLine, Movement } from '~/features/money/reconciliation/matching';
import { DAY, HOUR, MINUTE } from '~/platform/durations';

/** Realistic statement with the matching books, and the correct movements of each line. */
export type NoisyStatement = {
  lines: MatchableLine[];
  movements: Movement[];
  /** Movements of each line, by its ID; none for unknown lines. */
  truth: Map<string, string[]>;
};

/** Returns a generator of random numbers from 0 up to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const START = Date.UTC(2026, 0, 1);

/**
 * Creates a statement of 90 days. Most lines are plain; others are split, merged, late, repeated, ambiguous or
 * unknown.
 */
export function noisyStatement(size: number, seed: number): NoisyStatement {
  const random = numbers(seed);
  const below = (max: number) => Math.floor(random() * max);
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('');
  const lines: MatchableLine[] = [];
  const movements: Movement[] = [];
  const truth = new Map<string, string[]>();

  type LineFields = Partial<MatchableLine> & { amount: bigint; transaction?: string | null };
  const line = ({ at, transaction = null, ...fields }: Omit<LineFields, 'at'> & { at: number }, is: Movement[]) => {
    const id = `line-${lines.length}`;
    lines.push({ id, at: new Date(at), fee: 0n, transactionKey: transaction, address: null, ...fields });
    truth.set(
      id,
      is.map(({ id }) => id),
    );
  };
  const movement = (input: Partial<Movement> & Pick<Movement, 'from'>): Movement => {
    const direction = input.direction ?? (random() < 0.6 ? 'in' : 'out');
    const units = BigInt(100_000 + below(2_000_000_000));
    const made: Movement = {
      id: `movement-${movements.length}`,
      direction,
      amount: direction === 'in' ? units : -units,
      until: input.from + below(HOUR),
      transaction: hex(64),
      address: direction === 'in' ? null : `0x${hex(40)}`,
      ...input,
    };
    movements.push(made);
    return made;
  };

  while (lines.length < size) {
    const from = START + below(90 * DAY);
    const kind = random();
    if (kind < 0.7) {
      const one = movement({ from });
      const isInCapitals = random() < 0.5;
      const address = one.address && (isInCapitals ? `0x${one.address.slice(2).toUpperCase()}` : one.address);
      line({ at: from + below(HOUR), amount: one.amount ?? 0n, transaction: one.transaction, address }, [one]);
    } else if (kind < 0.74) {
      // The line is days late, for example after a long confirmation.
      const one = movement({ from });
      line({ at: from + below(20 * DAY), amount: one.amount ?? 0n, transaction: one.transaction }, [one]);
    } else if (kind < 0.79) {
      // The line is less by a fee, which the statement may or may not state.
      const one = movement({ from });
      const fee = BigInt(1 + below(300));
      const hasFee = random() < 0.5;
      line(
        {
          at: from,
          amount: (one.amount ?? 0n) - fee,
          fee: hasFee ? fee : 0n,
          transaction: one.transaction,
          address: one.address,
        },
        [one],
      );
    } else if (kind < 0.82) {
      // A payment in two outputs.
      const one = movement({ from });
      const part = (one.amount ?? 0n) / 3n;
      for (const amount of [part, (one.amount ?? 0n) - part])
        line({ at: from, amount, transaction: one.transaction }, [one]);
    } else if (kind < 0.85) {
      // Three withdrawals in one transaction.
      const transaction = hex(64);
      const some = [0, 1, 2].map(() => movement({ from, direction: 'out', transaction }));
      line({ at: from, amount: some.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n), transaction }, some);
    } else if (kind < 0.9) {
      // The statement has no transaction: outgoing money is recognised by its address.
      const one = movement({ from, direction: 'out' });
      line({ at: from + below(2 * HOUR), amount: one.amount ?? 0n, address: one.address }, [one]);
    } else if (kind < 0.93) {
      // Neither transaction nor address.
      const one = movement({ from, transaction: random() < 0.5 ? null : hex(64) });
      line({ at: from + below(30 * MINUTE), amount: one.amount ?? 0n }, [one]);
    } else if (kind < 0.94) {
      // A repeated line.
      const one = movement({ from });
      for (const at of [from, from + HOUR])
        line({ at, amount: one.amount ?? 0n, transaction: one.transaction, address: one.address }, [one]);
    } else if (kind < 0.945) {
      // A customer withdraws the same amount twice, and the statement has only the address.
      const address = `0x${hex(40)}`;
      const [one, other] = [
        movement({ from, direction: 'out', address }),
        movement({ from: from + DAY, direction: 'out', address }),
      ];
      other.amount = one.amount;
      for (const each of [one, other]) line({ at: each.from, amount: each.amount ?? 0n, address }, [each]);
    } else if (kind < 0.95) {
      // Round amounts that others pay as well, without anything else.
      const one = movement({ from, direction: 'in', amount: 50_000_000n, transaction: null });
      line({ at: from, amount: 50_000_000n }, [one]);
    } else if (kind < 0.955) {
      // The books have a round amount that never arrived, and an unknown sender paid the same amount.
      movement({ from, direction: 'in', amount: 25_000_000n, transaction: null });
      line({ at: from + HOUR, amount: 25_000_000n, transaction: hex(64) }, []);
    } else if (kind < 0.96) {
      // Two deposits with the same transaction.
      const one = movement({ from, direction: 'in' });
      movement({ from, direction: 'in', amount: one.amount, transaction: one.transaction });
      line({ at: from, amount: one.amount ?? 0n, transaction: one.transaction }, []);
    } else if (kind < 0.965) {
      // Dust that was never sent by a customer.
      line({ at: from, amount: BigInt(1 + below(600)), transaction: hex(64) }, []);
    } else if (kind < 0.97) {
      // Paid to another address than the customer's.
      const one = movement({ from, direction: 'out' });
      line({ at: from, amount: one.amount ?? 0n, transaction: one.transaction, address: `0x${hex(40)}` }, []);
    } else if (kind < 0.98) {
      // The movement is in the books only.
      movement({ from });
    } else {
      // The operator moved their own money.
      const units = BigInt(1_000_000_000 + below(1_000_000_000));
      line({ at: from, amount: random() < 0.5 ? units : -units, transaction: hex(64), address: `0x${hex(40)}` }, []);
    }
  }
  // Shuffles the lines, because exports are unordered.
  for (let at = lines.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [lines[at], lines[other]] = [lines[other] as MatchableLine, lines[at] as MatchableLine];
  }
  return { lines, movements, truth };
}
