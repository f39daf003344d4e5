/* Terms in columns of statements, English and German. A file with another term is refused with that term. */

const matchExactly = (words: string) => new RegExp(`^(?:${words})$`, 'i');

const IN_TERMS =
  /^(?:in|incoming|inbound|inflow|credit|credited|cr|c|rd|received?|recv|receipt|rewards?|airdrop|mined|paid in|top-?up|h|haben|zugang|erhalten|empfangen|empfang|geldeingang|zahlungseingang|eingehend|\+)$|\b(?:deposits?|received|incoming)\b|\b(?:transfer|money|cash)[\s_-]in$|(?:einzahlung|gutschrift|eingang)$/i;
const OUT_TERMS =
  /^(?:out|outgoing|outbound|outflow|debit|debited|dr|d|rc|sent|send|spend|paid out|s|soll|abgang|gesendet|senden|versand|geldausgang|zahlungsausgang|ausgehend|abhebung|lastschrift|belastung|[-−–])$|\b(?:withdraw(?:al|als|n)?|sent|outgoing)\b|\b(?:transfer|money|cash)[\s_-]out$|(?:auszahlung|ausgang|abbuchung)$/i;
const UNCLEAR_TERMS = /fee|refund|revers|return|cancel|fail|bonus|gebühr|storno|rück/i;

export function readDirection(cell: string): -1 | 1 | null {
  const word = cell.trim().replace(/\.$/, '');
  const [isIn, isOut] = [IN_TERMS.test(word), OUT_TERMS.test(word)];
  return isIn === isOut || UNCLEAR_TERMS.test(word) ? null : isIn ? 1 : -1;
}

const DONE_TERMS = matchExactly(
  'completed?|success|successful|successfully|succeeded|confirmed|done|finished|settled|booked|posted|cleared|executed|processed|credited|paid|ok|true|yes|final|finali[sz]ed|filled|(?:umsatz )?gebucht|verbucht|ausgeführt|abgeschlossen|erledigt|bestätigt|erfolgreich|gutgeschrieben',
);
const NOT_DONE_TERMS =
  /^(?:pending|processing|in progress|in process|unconfirmed|confirming|waiting|await\w*|queued|on hold|held|created|initiated|submitted|open|draft|scheduled|fail\w*|error\b.*|reject\w*|cancel\w*|expired|declined|denied|aborted|reverted|dropped|voided?|unpaid|incomplete|blocked|not\b.*|(?:umsatz )?vorgemerkt|offen|ausstehend|in bearbeitung|wartend|geplant|storniert|abgelehnt|fehlgeschlagen|abgebrochen|gescheitert|zurückgewiesen|abgelaufen|nicht\b.*|false|no)(?:\W.*)?$/i;

/** Returns whether a status means a completed payment; null for an unknown one. */
export function isCompletedStatus(cell: string): boolean | null {
  const word = cell.replace(/\s*[([].*$/, '').trim();
  return DONE_TERMS.test(word) ? true : NOT_DONE_TERMS.test(word) ? false : null;
}

const BALANCE_NAMES =
  '(?:(?:alter|neuer|letzter|aktueller)\\s+)?(?:kontostand|(?:anfangs|end|schluss|zwischen)saldo)|(?:opening|closing|starting|ending|beginning|final|previous|new|current|available)\\s+balance|balance\\s+(?:brought|carried)\\s+forward';
/** Pattern of balances, which banks list among the lines with their own date. */
const BALANCE_PATTERN = new RegExp(`^(?:${BALANCE_NAMES})\\s*:?(?:\\s+(?:vom|am|per|zum|on|as of)\\s.*)?$`, 'i');
const TOTAL_PATTERN = new RegExp(
  `^(?:${BALANCE_NAMES}|(?:(?:grand|sub)[\\s-]?)?totals?|(?:zwischen)?summen?|gesamt\\w*|saldo|balance|sums?)\\b`,
  'i',
);

export const isTotal = (cells: readonly string[], isDated: boolean): boolean =>
  cells.some((cell) => (isDated ? BALANCE_PATTERN : TOTAL_PATTERN).test(cell));
