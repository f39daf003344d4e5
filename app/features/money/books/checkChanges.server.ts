import { auditChanges, auditDecisiveRows } from '~/ledger/proof/changesAudit.server';
import { CHAIN_START, type ChainLink, readChainEnd } from '~/ledger/proof/seal.server';
import { MINUTE, SECOND, systemNow } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { calculateMac, isMacValid } from '~/platform/mac';
import { findLatestSnapshot, saveSnapshot } from '~/platform/snapshots.server';
import { checkBooks, computeFindingsFingerprint, findLastCheck } from './checkBooks.server';

export const CHANGES_CHECK_INTERVAL_MS = 5 * MINUTE;

const CHANGES_CHECK_KEY = 'audit-changes';
/** Findings logged here; the check of all books logs them as well. */
const MAX_LOGGED_FINDINGS = 20;

/** Position of the audit of changes. Its MAC prevents an intruder in the database from making the audit skip rows. */
type Progress = { link: ChainLink; mac: string; more: boolean; found: number; fingerprint: string };

const MAC_PURPOSE = 'audited seals';
const listMacParts = ({ position, hash }: ChainLink) => [String(position), hash];
const computeLinkMac = (link: ChainLink): string => calculateMac(MAC_PURPOSE, listMacParts(link));
const hasValidMac = ({ link, mac }: Progress): boolean => isMacValid(mac, MAC_PURPOSE, listMacParts(link));

/** Returns the seal from which the audit continues: the last verified one, or the first if none is known or authentic. */
const findStartLink = (before: Progress | null): ChainLink =>
  before && hasValidMac(before) ? before.link : CHAIN_START;

/** Audits changes since the last run. A finding starts a check of all books. @returns whether more is left */
export async function checkChanges(): Promise<boolean> {
  const stored = await findLatestSnapshot<Progress>(CHANGES_CHECK_KEY);
  const before = stored?.value ?? null;
  // An audit of changes may take several runs, which form one round. Its findings are reported together.
  const round = before?.more ? before : null;
  const { findings, last, more } = await auditChanges(findStartLink(before));
  if (!round) findings.push(...(await auditDecisiveRows()));
  const fingerprint = findings.length === 0 ? (round?.fingerprint ?? '') : computeFindingsFingerprint(findings);
  if (findings.length === 0 || fingerprint === before?.fingerprint) {
    const found = findings.length === 0 ? (round?.found ?? 0) : (before?.found ?? 0);
    await storeProgress({ link: last, more, found, fingerprint }, more && stored ? stored.at : systemNow());
    return more;
  }
  for (const { invariant, row } of findings.slice(0, MAX_LOGGED_FINDINGS))
    log().warn({ invariant, row }, 'recent changes have a finding, starting a full audit');
  // The check of all books has verified all links up to this one.
  const link = await readChainEnd();
  const found = (await haveBooksFindings()) ? findings.length : 0;
  await storeProgress({ link, more: false, found, fingerprint }, systemNow());
  return false;
}

/** Checks all books. Repeats a check without findings, since it may have passed the altered row before the alteration. */
async function haveBooksFindings(): Promise<boolean> {
  const isOff = async () => (await checkBooks()).findings.length > 0;
  return (await isOff()) || (await isOff());
}

const storeProgress = (progress: Omit<Progress, 'mac'>, at: Date): Promise<void> =>
  write((tx) =>
    saveSnapshot(tx, CHANGES_CHECK_KEY, { ...progress, mac: computeLinkMac(progress.link) } satisfies Progress, at),
  );

export async function findLastChangesCheck(): Promise<{ checkedAt: Date; found: number } | null> {
  const last = await findLatestSnapshot<Progress>(CHANGES_CHECK_KEY);
  return last && { checkedAt: last.at, found: last.value.found };
}

export const CHANGES_FIGURES = [
  {
    name: 'mirrorbook_audit_changes_findings',
    help: 'Problems found by the last audit of changes',
    read: async () => (await findLastChangesCheck())?.found ?? null,
  },
  {
    name: 'mirrorbook_audit_changes_timestamp_seconds',
    help: 'Time of the last audit of changes',
    read: async () => {
      const last = await findLastChangesCheck();
      return last && last.checkedAt.getTime() / SECOND;
    },
  },
];

export async function loadFindingsOfJobs(): Promise<Record<string, number | undefined>> {
  return { books: (await findLastCheck())?.found, 'books-changed': (await findLastChangesCheck())?.found };
}
