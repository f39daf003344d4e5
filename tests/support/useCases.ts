import { join } from 'node:path';
import ts from 'typescript';
import type { Handle } from '~/platform/db/index.server';
import type { Right } from '~/signIns/rights';
import { sourcesOf } from '../architecture/sources';

/* Use cases of all features, read from the code, and who is refused; `tests/integration/staff/refusals.test.ts` tries each. */

/** A use case: its file, the name of its function, and its parameters as in its source. */
export type UseCase = { path: string; name: string; key: string; takes: string };

/** Second parameter of use cases, the actor. */
const ACTS = /^(ActingInvestor|InvestorActor|AdminActor|Actor|Owner)$/;

/** Exported functions that take a transaction first and an actor, or answer with a result; approvals run others' acts. */
export const useCases = (): UseCase[] =>
  sourcesOf('app/features')
    .filter(({ path }) => path.endsWith('.server.ts') && !path.startsWith('app/features/backoffice/approvals/'))
    .flatMap(({ path, text }) =>
      exportedFunctions(path, text).flatMap(({ name, parameters, type }) => {
        const [first, second] = parameters;
        if (first?.name.getText() !== 'tx') return [];
        const answers = /\bResult<|\bStaffChangeResult\b/.test(type?.getText() ?? '');
        if (!answers && !ACTS.test(second?.type?.getText() ?? '')) return [];
        const takes = parameters.map((parameter) => parameter.getText()).join(', ');
        return [{ path, name, key: `${path.split('/')[3]} ${name}`, takes }];
      }),
    );

/** A use case as a function. */
export type Run = (tx: Handle, ...input: unknown[]) => Promise<{ ok: boolean; error?: { code: string } }>;

/** Functions of all use cases, by their key. */
export async function runsOfUseCases(): Promise<Map<string, Run>> {
  const runs = new Map<string, Run>();
  for (const { path, name, key } of useCases()) {
    const module = (await import(join(import.meta.dirname, '../..', path))) as Record<string, Run>;
    runs.set(key, module[name] as Run);
  }
  return runs;
}

type Declared = { name: string; parameters: readonly ts.ParameterDeclaration[]; type?: ts.TypeNode };

function exportedFunctions(path: string, text: string): Declared[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement): Declared[] => {
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      const { name, parameters, type } = statement;
      return [{ name: name.text, parameters, type }];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer)
        ? [{ name: name.getText(), parameters: initializer.parameters, type: initializer.type }]
        : [],
    );
  });
}

const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;

/** Reason why a signed-in investor is refused. A freeze of the account bars what one of a part bars. */
export type Standing = 'frozen' | 'withdrawals' | 'copying' | 'locked';

/** Acts of an investor with an unverified address: withdraw their own money. */
export const BY_UNVERIFIED = ['wallet cancelWithdrawal', 'wallet requestWithdrawal'];

/** Acts of investors for themselves. Each refuses a closed account and, except for those above, an unverified one; other bars are named. */
export const OF_INVESTORS: Record<string, Standing[]> = {
  'apiKeys createInvestorKey': [],
  'apiKeys revokeApiKey': [],
  'auth chooseUsername': [],
  'beingCopied submitLeaderRequest': ['frozen', 'locked'],
  'beingCopied withdrawLeaderRequest': [],
  'beingCopied stopBeingCopied': [],
  'copy agreeShare': [],
  'copy limitDaySpread': [],
  'copy pauseCopy': [],
  'copy reduceCopy': [],
  'copy resumeCopy': ['frozen', 'copying'],
  'copy startCopy': ['frozen', 'copying'],
  'copy stopCopy': [],
  'copy topUpCopy': ['frozen', 'copying'],
  'kyc submitDocument': [],
  'kyc submitKyc': [],
  'liveTrading amendOwnPosition': [],
  'liveTrading cancelOwnOrder': [],
  'liveTrading closeOwnPosition': [],
  'liveTrading giveOrder': ['frozen', 'locked'],
  'liveTrading putIntoTrading': ['frozen', 'locked'],
  'liveTrading withdrawFromTrading': [],
  'plans openInvestment': ['frozen'],
  'profile endSignIn': [],
  'profile updateProfile': [],
  'ranking claimRankBonus': [],
  'support openThread': [],
  'support writeInThread': [],
  'traders unwatchTrader': [],
  'traders watchTrader': [],
  'wallet cancelDeposit': [],
  'wallet cancelWithdrawal': [],
  'wallet proveDeposit': [],
  'wallet requestWithdrawal': ['frozen', 'withdrawals'],
  'wallet submitDeposit': [],
  'wallet claimPracticeMoney': [],
  'webhooks createWebhook': ['frozen'],
  'webhooks removeWebhook': ['frozen'],
  'webhooks replayDelivery': ['frozen'],
  'webhooks resumeWebhook': ['frozen'],
  'webhooks testWebhook': ['frozen'],
};

/** Acts of administrators, by the required right. Each refuses the other roles, the disabled, and every investor. */
export const OF_STAFF: Record<string, Right> = {
  'admin retryMail': 'mails:send',
  'alerts sendAlertAgain': 'operation:change',
  'alerts testAlerts': 'operation:change',
  'announcements announce': 'operation:change',
  'announcements endAnnouncement': 'operation:change',
  'announcements planMaintenance': 'operation:change',
  'auth freezePart': 'accounts:freeze',
  'beingCopied acceptLeader': 'traders:change',
  'beingCopied rejectLeader': 'traders:change',
  'books bookNetworkFee': 'reserves:change',
  'books closeMonth': 'reserves:change',
  'books fundReserve': 'reserves:change',
  'books shiftReserve': 'reserves:change',
  'books withdrawReserve': 'reserves:change',
  // Tested with a plan; the others need `terms:change`.
  'catalogue addEntry': 'plans:change',
  'catalogue changeEntry': 'plans:change',
  'kyc approveKyc': 'papers:decide',
  'kyc rejectKyc': 'papers:decide',
  'kyc requestDocumentAgain': 'papers:decide',
  'kyc revokeKyc': 'papers:decide',
  'plans endInvestmentEarly': 'balances:change',
  'profile reopenAccount': 'accounts:change',
  'profile unfreezePart': 'accounts:change',
  'reconciliation importStatement': 'statements:change',
  'reconciliation countersignDay': 'statements:change',
  'reconciliation giveBackBreak': 'statements:change',
  'reconciliation mapColumns': 'statements:change',
  'reconciliation matchAgain': 'statements:change',
  'reconciliation noteBreak': 'statements:change',
  'reconciliation resolveBreak': 'statements:change',
  'reconciliation setOpening': 'statements:change',
  'reconciliation signDay': 'statements:change',
  'reconciliation claimBreak': 'statements:change',
  'reviewQueue giveBackItem': 'payments:decide',
  'reviewQueue holdItem': 'payments:decide',
  'reviewQueue noteItem': 'payments:decide',
  'reviewQueue releaseItem': 'payments:decide',
  'reviewQueue claimItem': 'payments:decide',
  'copy stopDebtorsCopy': 'balances:change',
  'riskRating rateRisk': 'papers:decide',
  'signals giveKey': 'traders:change',
  'signals revokeKey': 'traders:change',
  'staff changeRole': 'staff:change',
  'staff disableAdministrator': 'staff:change',
  'staff enableAdministrator': 'staff:change',
  'staff inviteAdministrator': 'staff:change',
  'staff resetSecondFactor': 'staff:change',
  'staff withdrawInvitation': 'staff:change',
  'support acknowledgeComplaint': 'support:answer',
  'support answerThread': 'support:answer',
  'support closeThread': 'support:answer',
  'support markAsComplaint': 'support:answer',
  'support deleteReply': 'support:answer',
  'support reopenThread': 'support:answer',
  'support saveReply': 'support:answer',
  'traders addSimulatedTrader': 'traders:change',
  'traders completeLog': 'traders:change',
  'traders createTrader': 'traders:change',
  'traders importTrades': 'traders:change',
  'traders recordTrade': 'traders:change',
  'traders reopenTrader': 'traders:change',
  'traders updateTrader': 'traders:change',
  'traders voidTrade': 'traders:change',
  'users creditGoodwill': 'balances:change',
  'users debitUser': 'balances:change',
  'users writeOff': 'balances:change',
  'users endSignIns': 'users:help',
  'users sendResetLinkToUser': 'users:help',
  'users addUserNote': 'users:mark',
  'users setLiveTradingUnlocked': 'accounts:change',
  'users tagUser': 'users:mark',
  'users untagUser': 'users:mark',
  'users addProfit': 'balances:change',
  'wallet endPaymentsWait': 'restores:decide',
  'wallet recordFoundPaid': 'payments:decide',
  'wallet recordFoundUnpaid': 'payments:decide',
  'wallet approveAndPayWithdrawal': 'payments:decide',
  'wallet approveDeposit': 'payments:decide',
  'wallet correctDeposit': 'payments:decide',
  'wallet approveWithdrawal': 'payments:decide',
  'wallet bounceWithdrawal': 'payments:decide',
  'wallet creditReceivedDeposit': 'balances:change',
  'wallet payOutClosed': 'balances:change',
  'wallet payWithdrawal': 'payments:decide',
  'wallet rejectDeposit': 'payments:decide',
  'wallet rejectWithdrawal': 'payments:decide',
  'wallet reverseDeposit': 'payments:decide',
  'wallet chargeBackDeposit': 'payments:decide',
};

/** Acts for administrators with a right and for investors on their own rows; other investors are refused as `not-yours`. */
export const OF_BOTH: Record<string, Right> = {
  'auth freezeAccount': 'accounts:freeze',
  'profile closeAccount': 'accounts:change',
  'profile unfreezeAccount': 'accounts:change',
  'traders setTraderState': 'traders:change',
};

/** Functions that are no use cases: their callers have checked the person. */
export const STEPS: Record<string, string> = {
  'auth findAccountToFreeze': 'a step of freezing and unfreezing',
  'auth findPartToFreeze': 'a step of freezing and unfreezing a part',
  'auth sendPasswordReset': 'mails a link, for a person who asks by their address or for an administrator',
  'beingCopied endBeingCopied': 'a step of closing an account',
  'beingCopied endRequest': 'a step of taking a request back and of closing an account',
  'copy advanceCopy': 'a step of what changes a copy',
  'copy catchUpOwnCopy': 'finds a copy of an owner',
  'copy loadOwnCopy': 'finds a copy of an owner',
  'copy endCopy': 'a step of stopping, of the floor and of a retired leader',
  'copy finishStop': 'a step of a job',
  'copy loadRunningCopy': 'finds a running copy of an owner',
  'copy stopAfterCatchUp': 'a step of stopping, and of a job',
  'copy stopCopiesOf': 'a step of closing an account',
  'dashboard markNewsRead': 'marks notifications as read, which is the same for a closed account',
  'liveTrading actOnAccount': 'a step of own trading and of signals',
  'liveTrading actOnOwn': 'a step of own trading',
  'liveTrading advanceOwnAccount': 'a step of a job',
  'liveTrading postFlow': 'a step of moving money into and out of own trading',
  'ranking reverseRankBonuses': 'a step of reversing a deposit',
  'referrals reverseReferralBonus': 'a step of reversing a deposit',
  'reviewQueue refuseIfAssigned': 'asks who has taken something',
  'reviewQueue beginDecision': 'asks whether something is on hold, or in the hands of another',
  'staff findAdministrator': 'finds an administrator',
  'staff createAdministrator': 'of a command on the machine, and a step of accepting an invitation',
  'twofactor startSecondFactorSetup': 'of everybody who is signed in and has just given their password',
  'wallet claimPayment': 'a step of approving a deposit, and of paying a withdrawal',
  'wallet bookApproved': 'a step of approving a withdrawal, and of recording one that was paid before a restore',
  'wallet bookBounced': 'a step of returning a payment',
  'wallet bookPaid': 'a step of paying a withdrawal, and of recording one that was paid before a restore',
  'wallet bookReleased': 'a step of cancelling and of rejecting a withdrawal',
  'wallet checkMayBeTakenBack': 'a step of cancelling, rejecting and returning a withdrawal',
  'wallet checkMayBePaidOut': 'a step of approving and paying a withdrawal',
  'wallet recordChangedAddress': 'a step of changing a deposit method',
  'wallet settleDeposit': 'a step of approving a deposit',
  'wallet bookDeposit': 'a step of approving a deposit, and of correcting one',
  'wallet reopenLines': 'a step of reversing a deposit',
  'reconciliation loadBreakToBook': 'asks what every booking of a line of a statement asks first',
  'reconciliation refuseUnlessOpen': 'asks whether a break is resolved already, or in the hands of another',
  'reconciliation loadOpenLine': 'finds the open line of a use-case and refuses who may not resolve it',
  'reconciliation resolveBreakLines': 'a step of resolving a break',
  'wallet computeSumsWith': 'adds up what an administrator has let out, for the reasons that an act takes two',
  'support findSavedReply': 'finds a saved reply',
  'apiKeys createStaffKey': 'refuses rights that the administrator, whom it takes by ID, lacks',
  'apiKeys revokeStaffKey': 'ends a key of the administrator whom it takes by ID',
};
