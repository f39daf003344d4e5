export interface paths {
  "/sign-ups": {
    /** Creates an account and mails the link that verifies its address. The response does not reveal whether the address already had an account. */
    post: operations["signUp"];
  };
  "/keys": {
    /** Lists the valid API keys, without the keys themselves. */
    get: operations["listKeys"];
    /** Creates an API key with the password of the account, and `otp` if it has a second factor. The key is returned only this once. Failed attempts delay further ones. */
    post: operations["createKey"];
  };
  "/keys/{key}/revoke": {
    /** Revokes an API key, which may be the one in use. */
    post: operations["revokeKey"];
  };
  "/staff/keys": {
    /** Lists the valid API keys of the administrator, without the keys themselves. */
    get: operations["listStaffKeys"];
    /** Creates an API key of an administrator with password and `otp`. It has those rights of the role that it lists. Where pages require a code, its requests do too. */
    post: operations["createStaffKey"];
  };
  "/staff/keys/{key}/revoke": {
    /** Revokes an API key of the administrator, which may be the one in use. */
    post: operations["revokeStaffKey"];
  };
  "/account": {
    /** The account of the API key, and its balances. */
    get: operations["getAccount"];
  };
  "/account/profile": {
    /** Changes the profile. Omitted fields keep their values; an optional field is cleared if empty. */
    post: operations["changeProfile"];
  };
  "/transactions": {
    /** All transactions of the account in the order of booking, newest first. */
    get: operations["listTransactions"];
  };
  "/statement": {
    /** Opening and closing balance of a period, and its transactions, oldest first; at most the 1000 newest. */
    get: operations["getStatement"];
  };
  "/deposit-methods": {
    /** The deposit methods, with their minimums and the addresses to pay to. */
    get: operations["listDepositMethods"];
  };
  "/withdrawal-methods": {
    /** The withdrawal methods, with their minimums and charges. */
    get: operations["listWithdrawalMethods"];
  };
  "/plans": {
    /** The plans on sale. */
    get: operations["listPlans"];
  };
  "/instruments": {
    /** The instruments with prices, and their hours and spreads. */
    get: operations["listInstruments"];
  };
  "/instruments/{symbol}": {
    /** One instrument. */
    get: operations["getInstrument"];
  };
  "/prices": {
    /** The latest prices; of a closed market the last one. */
    get: operations["listPrices"];
  };
  "/instruments/{symbol}/candles": {
    /** The latest candles of an instrument, oldest first; the last one may be incomplete. */
    get: operations["listCandles"];
  };
  "/traders": {
    /** The traders, in the order of the page. */
    get: operations["listTraders"];
  };
  "/traders/{id}": {
    /** One trader with the figures of the record, which ends with the last complete day (UTC). */
    get: operations["getTrader"];
  };
  "/traders/{id}/results": {
    /** The results that management entered for a trader, newest first, including voided ones. */
    get: operations["listTraderResults"];
  };
  "/watched-traders": {
    /** The IDs of the traders in the investor’s watchlist. */
    get: operations["listWatchedTraders"];
  };
  "/traders/{id}/watch": {
    /** Adds a trader to the watchlist. */
    post: operations["watchTrader"];
  };
  "/traders/{id}/unwatch": {
    /** Removes a trader from the watchlist. */
    post: operations["unwatchTrader"];
  };
  "/copies": {
    /** The copies of the account: first those that hold money, then the stopped ones. */
    get: operations["listCopies"];
    /** Starts copying a trader. The floor is 60% of the capital, unless the request has another one, or null for none. */
    post: operations["startCopy"];
  };
  "/copies/{id}": {
    /** One copy. */
    get: operations["getCopy"];
  };
  "/copies/{id}/trades": {
    /** Each trade of the trader with the copy’s own, newest first, and the reason of a difference. */
    get: operations["listComparedTrades"];
  };
  "/copy-results": {
    /** The results of all copies’ trades, newest first, including trades that were not copied. */
    get: operations["listCopyResults"];
  };
  "/copies/{id}/top-up": {
    /** Adds money to a copy. */
    post: operations["topUpCopy"];
  };
  "/copies/{id}/take-out": {
    /** Takes money out of a copy. In live mode it may take longer: `due` is the latest time. */
    post: operations["takeOutOfCopy"];
  };
  "/copies/{id}/stop": {
    /** Stops a copy: its positions are closed, and its money becomes available. */
    post: operations["stopCopy"];
  };
  "/copies/{id}/pause": {
    /** Pauses a copy: it opens no new positions. */
    post: operations["pauseCopy"];
  };
  "/copies/{id}/resume": {
    /** Resumes a paused copy. */
    post: operations["resumeCopy"];
  };
  "/copies/{id}/share": {
    /** Accepts the share of new gains that the trader asks for now. */
    post: operations["agreeShare"];
  };
  "/copies/{id}/day-cost": {
    /** Sets the largest cost in spread per day of a copy. */
    post: operations["limitDayCost"];
  };
  "/deposits": {
    /** The deposits of the account, newest first. */
    get: operations["listDeposits"];
    /** Reports a deposit, which then waits for a decision. The proof can be added later. */
    post: operations["createDeposit"];
  };
  "/deposits/{id}": {
    /** One deposit. */
    get: operations["getDeposit"];
  };
  "/deposit-quotes": {
    /** The address to pay to, and the exact amount of coin, whose last digits identify the payment. */
    get: operations["quoteDeposit"];
  };
  "/deposits/{id}/proof": {
    /** Adds a picture of the payment, its transaction ID, or both to a pending deposit. */
    post: operations["proveDeposit"];
  };
  "/deposits/{id}/cancel": {
    /** Cancels a pending deposit. */
    post: operations["cancelDeposit"];
  };
  "/practice-money": {
    /** Adds the practice money of paper mode, once per account. */
    post: operations["takePracticeMoney"];
  };
  "/withdrawals": {
    /** The withdrawals of the account, newest first. */
    get: operations["listWithdrawals"];
    /** Requests a withdrawal to an address that the key lists. The amount is held until an administrator decides. The list replaces the code of a second factor, which was required when the key was created. */
    post: operations["createWithdrawal"];
  };
  "/withdrawals/{id}": {
    /** One withdrawal. */
    get: operations["getWithdrawal"];
  };
  "/withdrawal-quotes": {
    /** The charge and the amount paid out of a withdrawal. Nothing is held. */
    get: operations["quoteWithdrawal"];
  };
  "/withdrawals/{id}/cancel": {
    /** Cancels a pending withdrawal; the amount becomes available again. */
    post: operations["cancelWithdrawal"];
  };
  "/investments": {
    /** The account’s investments in plans, newest first. */
    get: operations["listInvestments"];
    /** Invests in a plan, in whole dollars. */
    post: operations["buyPlan"];
  };
  "/trading": {
    /** Own trading: money, open positions and waiting orders. */
    get: operations["getOwnTrading"];
  };
  "/trading/history": {
    /** Events of own trading, newest first: fills, holding costs, and transfers. */
    get: operations["listFills"];
  };
  "/trading/put-in": {
    /** Moves available money to own trading. */
    post: operations["putIntoTrading"];
  };
  "/trading/take-out": {
    /** Takes money out of own trading. */
    post: operations["takeOutOfTrading"];
  };
  "/trading/orders": {
    /** Places an order. It is filled at the feed’s price on arrival, or waits for its price or for its market to open. */
    post: operations["placeOrder"];
  };
  "/trading/orders/{order}/cancel": {
    /** Cancels a waiting order. */
    post: operations["cancelOrder"];
  };
  "/trading/positions/{symbol}/close": {
    /** Closes a position or a part of it. While its market is closed, the order waits. */
    post: operations["closePosition"];
  };
  "/trading/positions/{symbol}/levels": {
    /** Sets the stop loss and take profit of a position; an omitted one is removed. */
    post: operations["setLevels"];
  };
  "/trading/being-copied": {
    /** Whether others can copy this account’s trading, and the application for it. */
    get: operations["getBeingCopied"];
  };
  "/trading/being-copied/apply": {
    /** Applies to be copied by others. */
    post: operations["askToBeCopied"];
  };
  "/trading/being-copied/withdraw": {
    /** Withdraws the application to be copied. */
    post: operations["withdrawApplication"];
  };
  "/trading/being-copied/stop": {
    /** Stops being copied: all copies end. */
    post: operations["stopBeingCopied"];
  };
  "/support-threads": {
    /** The support requests of the account, newest first. */
    get: operations["listSupportThreads"];
    /** Creates a support request. */
    post: operations["openSupportThread"];
  };
  "/support-threads/{id}": {
    /** One support request with its messages, oldest first. */
    get: operations["getSupportThread"];
  };
  "/support-threads/{id}/messages": {
    /** Adds a message to a support request. */
    post: operations["writeInSupportThread"];
  };
  "/referrals": {
    /** The people who signed up with the account’s link, newest first. */
    get: operations["listReferrals"];
  };
  "/referral-bonuses": {
    /** The referral link, its terms, and the newest bonuses. */
    get: operations["getReferralBonuses"];
  };
  "/ranks": {
    /** The rank of the account, and the bonuses of all ranks. */
    get: operations["getRanks"];
  };
  "/ranks/{rank}/claim": {
    /** Claims the bonus of a rank. */
    post: operations["claimRankBonus"];
  };
  "/identity-check": {
    /** The state of the identity check. */
    get: operations["getIdentityCheck"];
    /** Sends an identity document with its details. */
    post: operations["submitIdentityCheck"];
  };
  "/identity-check/document": {
    /** Sends the document that must be sent again. */
    post: operations["sendWantedDocument"];
  };
  "/notifications": {
    /** The notifications of the account, newest first. */
    get: operations["listNotifications"];
  };
  "/notifications/read": {
    /** Marks notifications as read, up to the given one. */
    post: operations["readNotifications"];
  };
  "/staff/deposits": {
    /** The queue: pending deposits, oldest first, or those that match the filter. */
    get: operations["listQueuedDeposits"];
  };
  "/staff/deposits/{id}": {
    /** One deposit in any state. */
    get: operations["getQueuedDeposit"];
  };
  "/staff/deposits/{id}/approve": {
    /** Approves a deposit. */
    post: operations["approveDeposit"];
  };
  "/staff/deposits/{id}/reject": {
    /** Rejects a deposit. */
    post: operations["rejectDeposit"];
  };
  "/staff/deposits/{id}/reverse": {
    /** Takes back the approval of a deposit. */
    post: operations["reverseDeposit"];
  };
  "/staff/deposits/{id}/charge-back": {
    /** Charges back a deposit. */
    post: operations["chargeBackDeposit"];
  };
  "/staff/deposits/{id}/take": {
    /** Assigns to oneself a deposit. */
    post: operations["takeQueuedDeposit"];
  };
  "/staff/deposits/{id}/assign": {
    /** Assigns to another administrator a deposit. */
    post: operations["assignQueuedDeposit"];
  };
  "/staff/deposits/{id}/give-back": {
    /** Assigns to nobody a deposit. */
    post: operations["giveBackQueuedDeposit"];
  };
  "/staff/deposits/{id}/hold": {
    /** Puts on hold a deposit. */
    post: operations["holdQueuedDeposit"];
  };
  "/staff/deposits/{id}/release": {
    /** Ends the hold of a deposit. */
    post: operations["releaseQueuedDeposit"];
  };
  "/staff/deposits/{id}/note": {
    /** Writes a note for the staff on a deposit. */
    post: operations["noteQueuedDeposit"];
  };
  "/staff/withdrawals": {
    /** The queue: pending withdrawals, oldest first, or those that match the filter. */
    get: operations["listQueuedWithdrawals"];
  };
  "/staff/withdrawals/{id}": {
    /** One withdrawal in any state. */
    get: operations["getQueuedWithdrawal"];
  };
  "/staff/withdrawals/{id}/approve": {
    /** Approves a withdrawal. */
    post: operations["approveWithdrawal"];
  };
  "/staff/withdrawals/{id}/approve-and-pay": {
    /** In paper mode, approves and records the payment of a withdrawal. */
    post: operations["approveAndPayWithdrawal"];
  };
  "/staff/withdrawals/{id}/reject": {
    /** Rejects a withdrawal. */
    post: operations["rejectWithdrawal"];
  };
  "/staff/withdrawals/{id}/pay": {
    /** Records the payment of a withdrawal. */
    post: operations["payWithdrawal"];
  };
  "/staff/withdrawals/{id}/bounce": {
    /** Returns the money of a withdrawal. */
    post: operations["bounceWithdrawal"];
  };
  "/staff/withdrawals/{id}/take": {
    /** Assigns to oneself a withdrawal. */
    post: operations["takeQueuedWithdrawal"];
  };
  "/staff/withdrawals/{id}/assign": {
    /** Assigns to another administrator a withdrawal. */
    post: operations["assignQueuedWithdrawal"];
  };
  "/staff/withdrawals/{id}/give-back": {
    /** Assigns to nobody a withdrawal. */
    post: operations["giveBackQueuedWithdrawal"];
  };
  "/staff/withdrawals/{id}/hold": {
    /** Puts on hold a withdrawal. */
    post: operations["holdQueuedWithdrawal"];
  };
  "/staff/withdrawals/{id}/release": {
    /** Ends the hold of a withdrawal. */
    post: operations["releaseQueuedWithdrawal"];
  };
  "/staff/withdrawals/{id}/note": {
    /** Writes a note for the staff on a withdrawal. */
    post: operations["noteQueuedWithdrawal"];
  };
  "/staff/identity-checks": {
    /** The queue: pending identity checks, oldest first, or those that match the filter. */
    get: operations["listQueuedIdentityChecks"];
  };
  "/staff/identity-checks/{id}": {
    /** One identity check in any state. */
    get: operations["getQueuedIdentityCheck"];
  };
  "/staff/identity-checks/{id}/approve": {
    /** Approves an identity check. */
    post: operations["approveIdentityCheck"];
  };
  "/staff/identity-checks/{id}/reject": {
    /** Rejects an identity check. */
    post: operations["rejectIdentityCheck"];
  };
  "/staff/identity-checks/{id}/ask-again": {
    /** Asks for one document again of an identity check. */
    post: operations["askAgainForIdentityCheck"];
  };
  "/staff/identity-checks/{id}/revoke": {
    /** Revokes the approval of an identity check. */
    post: operations["revokeIdentityCheck"];
  };
  "/staff/identity-checks/{id}/take": {
    /** Assigns to oneself an identity check. */
    post: operations["takeQueuedIdentityCheck"];
  };
  "/staff/identity-checks/{id}/assign": {
    /** Assigns to another administrator an identity check. */
    post: operations["assignQueuedIdentityCheck"];
  };
  "/staff/identity-checks/{id}/give-back": {
    /** Assigns to nobody an identity check. */
    post: operations["giveBackQueuedIdentityCheck"];
  };
  "/staff/identity-checks/{id}/hold": {
    /** Puts on hold an identity check. */
    post: operations["holdQueuedIdentityCheck"];
  };
  "/staff/identity-checks/{id}/release": {
    /** Ends the hold of an identity check. */
    post: operations["releaseQueuedIdentityCheck"];
  };
  "/staff/identity-checks/{id}/note": {
    /** Writes a note for the staff on an identity check. */
    post: operations["noteQueuedIdentityCheck"];
  };
  "/staff/support-threads": {
    /** The queue: pending support threads, oldest first, or those that match the filter. */
    get: operations["listQueuedSupportThreads"];
  };
  "/staff/support-threads/{id}": {
    /** One support thread in any state. */
    get: operations["getQueuedSupportThread"];
  };
  "/staff/support-threads/{id}/acknowledge": {
    /** Acknowledges, as a complaint, a support thread. */
    post: operations["acknowledgeSupportThread"];
  };
  "/staff/support-threads/{id}/answer": {
    /** Answers a support thread. */
    post: operations["answerSupportThread"];
  };
  "/staff/support-threads/{id}/add": {
    /** Adds to the answer of a support thread. */
    post: operations["addToSupportThread"];
  };
  "/staff/support-threads/{id}/complain": {
    /** Marks as a complaint a support thread. */
    post: operations["complainBySupportThread"];
  };
  "/staff/support-threads/{id}/close": {
    /** Closes a support thread. */
    post: operations["closeSupportThread"];
  };
  "/staff/support-threads/{id}/reopen": {
    /** Opens again a support thread. */
    post: operations["reopenSupportThread"];
  };
  "/staff/support-threads/{id}/take": {
    /** Assigns to oneself a support thread. */
    post: operations["takeQueuedSupportThread"];
  };
  "/staff/support-threads/{id}/assign": {
    /** Assigns to another administrator a support thread. */
    post: operations["assignQueuedSupportThread"];
  };
  "/staff/support-threads/{id}/give-back": {
    /** Assigns to nobody a support thread. */
    post: operations["giveBackQueuedSupportThread"];
  };
  "/staff/support-threads/{id}/hold": {
    /** Puts on hold a support thread. */
    post: operations["holdQueuedSupportThread"];
  };
  "/staff/support-threads/{id}/release": {
    /** Ends the hold of a support thread. */
    post: operations["releaseQueuedSupportThread"];
  };
  "/staff/support-threads/{id}/note": {
    /** Writes a note for the staff on a support thread. */
    post: operations["noteQueuedSupportThread"];
  };
  "/staff/trader-applications": {
    /** The queue: pending trader applications, oldest first, or those that match the filter. */
    get: operations["listQueuedTraderApplications"];
  };
  "/staff/trader-applications/{id}": {
    /** One trader application in any state. */
    get: operations["getQueuedTraderApplication"];
  };
  "/staff/trader-applications/{id}/accept": {
    /** Accepts a trader application. */
    post: operations["acceptTraderApplication"];
  };
  "/staff/trader-applications/{id}/reject": {
    /** Rejects a trader application. */
    post: operations["rejectTraderApplication"];
  };
  "/staff/trader-applications/{id}/take": {
    /** Assigns to oneself a trader application. */
    post: operations["takeQueuedTraderApplication"];
  };
  "/staff/trader-applications/{id}/assign": {
    /** Assigns to another administrator a trader application. */
    post: operations["assignQueuedTraderApplication"];
  };
  "/staff/trader-applications/{id}/give-back": {
    /** Assigns to nobody a trader application. */
    post: operations["giveBackQueuedTraderApplication"];
  };
  "/staff/trader-applications/{id}/hold": {
    /** Puts on hold a trader application. */
    post: operations["holdQueuedTraderApplication"];
  };
  "/staff/trader-applications/{id}/release": {
    /** Ends the hold of a trader application. */
    post: operations["releaseQueuedTraderApplication"];
  };
  "/staff/trader-applications/{id}/note": {
    /** Writes a note for the staff on a trader application. */
    post: operations["noteQueuedTraderApplication"];
  };
  "/staff/approvals": {
    /** Requests that wait for a second administrator, with their exact effect, and whether your role may decide them. */
    get: operations["listApprovals"];
  };
  "/staff/approvals/{id}/approve": {
    /** Approves a request for a second administrator. */
    post: operations["approveRequest"];
  };
  "/staff/approvals/{id}/reject": {
    /** Rejects a request for a second administrator. */
    post: operations["rejectRequest"];
  };
  "/staff/approvals/{id}/withdraw": {
    /** Withdraws a request for a second administrator. */
    post: operations["withdrawRequest"];
  };
  "/staff/users/{userId}/credit": {
    /** Credits a user. */
    post: operations["creditUser"];
  };
  "/staff/users/{userId}/debit": {
    /** Takes money from a user. */
    post: operations["debitUser"];
  };
  "/staff/users/{userId}/profit": {
    /** Adds profit to a user. */
    post: operations["addProfit"];
  };
  "/staff/users/{userId}/write-off": {
    /** Writes off what a user owes. */
    post: operations["writeOffDebt"];
  };
  "/staff/users/{userId}/pay-out": {
    /** Requests a payment of a closed account’s money. */
    post: operations["payOutClosedAccount"];
  };
  "/staff/users/{userId}/reopen": {
    /** Opens a closed account again. */
    post: operations["reopenAccount"];
  };
  "/staff/users/{userId}/close": {
    /** Closes an account. Repeat its email address, to confirm that it is the right one. */
    post: operations["closeAccount"];
  };
  "/staff/users/{userId}/freeze": {
    /** Freezes an account, or a part of it. */
    post: operations["freezeAccount"];
  };
  "/staff/users/{userId}/unfreeze": {
    /** Unfreezes an account, or a part of it. */
    post: operations["unfreezeAccount"];
  };
  "/staff/users/{userId}/risk": {
    /** Sets the risk rating of a user. */
    post: operations["rateRisk"];
  };
  "/staff/users/{id}/verified": {
    /** Unlocks live trading for a user, or locks it. */
    post: operations["setLiveTrading"];
  };
  "/staff/users/{id}/reset": {
    /** Mails a link to choose a new password. */
    post: operations["mailPasswordLink"];
  };
  "/staff/users/{id}/tag": {
    /** Tags a user. */
    post: operations["tagUser"];
  };
  "/staff/users/{id}/untag": {
    /** Takes a tag from a user. */
    post: operations["untagUser"];
  };
  "/staff/users/{id}/note": {
    /** Writes a note on a user, which the staff alone reads. */
    post: operations["noteUser"];
  };
  "/staff/users/{userId}/end-sign-ins": {
    /** Ends all sessions and API keys of a user. */
    post: operations["endSignIns"];
  };
  "/staff/investments/{id}/end": {
    /** Ends a user’s plan early. */
    post: operations["endInvestmentEarly"];
  };
  "/staff/copies/{id}/stop": {
    /** Stops a copy of a user who owes money. */
    post: operations["stopDebtorsCopy"];
  };
  "/staff/traders": {
    /** The traders, including retired ones. */
    get: operations["listAllTraders"];
    /** Adds a trader. */
    post: operations["createTrader"];
  };
  "/staff/traders/{id}/change": {
    /** Changes a trader; send all fields. */
    post: operations["changeTrader"];
  };
  "/staff/traders/{id}/retire": {
    /** Retires a trader permanently: all copies end. */
    post: operations["retireTrader"];
  };
  "/staff/traders/{id}/pause": {
    /** Closes a trader to new copies. */
    post: operations["pauseTrader"];
  };
  "/staff/traders/{id}/reopen": {
    /** Opens a trader to new copies. */
    post: operations["reopenTrader"];
  };
  "/staff/traders/{trader}/revoke-key": {
    /** Revokes the key of a trader’s program. */
    post: operations["revokeSignalKey"];
  };
  "/staff/results": {
    /** Results entered by administrators, newest first. */
    get: operations["listResults"];
    /** Enters a result of a trader, which copies receive. */
    post: operations["recordResult"];
  };
  "/staff/traders/{id}/results": {
    /** Enters results of a trader from the text of a CSV file. */
    post: operations["importResults"];
  };
  "/staff/results/{trade}/void": {
    /** Voids a result; with an amount, the corrected result replaces it. */
    post: operations["voidResult"];
  };
  "/staff/traders/{trader}/complete-log": {
    /** Declares the results of a trader complete up to a time: money that waited for them is returned. */
    post: operations["completeLog"];
  };
  "/staff/search": {
    /** Finds a name, an email address, an amount, a transaction, a wallet, a reference or an ID in all data that the role may see. */
    get: operations["search"];
  };
  "/staff/users": {
    /** Users, newest first. */
    get: operations["listUsers"];
  };
  "/staff/users/{id}": {
    /** One user with balances and totals. */
    get: operations["getUser"];
  };
  "/staff/exports/users.csv": {
    /** The whole list of users as a CSV file. The audit log records the download. */
    get: operations["exportUsers"];
  };
  "/staff/exports/deposits.csv": {
    /** The queue of deposits as a CSV file. The audit log records the download. */
    get: operations["exportDeposits"];
  };
  "/staff/exports/withdrawals.csv": {
    /** The queue of withdrawals as a CSV file. The audit log records the download. */
    get: operations["exportWithdrawals"];
  };
  "/staff/exports/identity-checks.csv": {
    /** The queue of identity checks as a CSV file. The audit log records the download. */
    get: operations["exportIdentityChecks"];
  };
  "/staff/exports/support.csv": {
    /** The queue of support as a CSV file. The audit log records the download. */
    get: operations["exportSupport"];
  };
  "/staff/exports/complaints.csv": {
    /** The whole list of complaints as a CSV file. The audit log records the download. */
    get: operations["exportComplaints"];
  };
  "/staff/exports/trader-applications.csv": {
    /** The queue of trader applications as a CSV file. The audit log records the download. */
    get: operations["exportTraderApplications"];
  };
  "/staff/exports/traders.csv": {
    /** The whole list of traders as a CSV file. The audit log records the download. */
    get: operations["exportTraders"];
  };
  "/staff/exports/trader-log.csv": {
    /** The whole list of trader log as a CSV file. The audit log records the download. */
    get: operations["exportTraderLog"];
  };
  "/staff/exports/audit.csv": {
    /** The whole list of audit as a CSV file. The audit log records the download. */
    get: operations["exportAudit"];
  };
  "/staff/exports/outbox.csv": {
    /** The whole list of outbox as a CSV file. The audit log records the download. */
    get: operations["exportOutbox"];
  };
  "/events": {
    /** Events of the account as server-sent events, at most a second late. `event: begin` says that later events will follow. To resume, send the last ID in the header Last-Event-ID, up to 7 days later. The stream ends with the key, or when another program takes its place; `event: end` is then sent last. */
    get: operations["streamEvents"];
  };
  "/webhooks": {
    /** Lists the webhooks, without their secrets. */
    get: operations["listWebhooks"];
    /** Creates a webhook: events of these kinds are posted to the URL, each until it is answered with 2xx. It ends with the key that created it. The secret, which verifies the requests, is returned only this once. */
    post: operations["createWebhook"];
  };
  "/webhooks/{id}/test": {
    /** Posts an event of the type webhook.test, which tells nothing. */
    post: operations["testWebhook"];
  };
  "/webhooks/{id}/resume": {
    /** Turns a webhook on that was turned off because it had failed for three days. */
    post: operations["resumeWebhook"];
  };
  "/webhook-deliveries": {
    /** Deliveries of the last 30 days and pending ones, newest first. */
    get: operations["listWebhookDeliveries"];
  };
  "/webhook-deliveries/{id}/replay": {
    /** Sends an event again, with the same webhook-id. */
    post: operations["replayWebhookDelivery"];
  };
  "/webhooks/{id}/remove": {
    /** Removes a webhook. What waits is not posted any more. */
    post: operations["removeWebhook"];
  };
  "/staff/webhooks": {
    /** Lists the webhooks, without their secrets. */
    get: operations["listStaffWebhooks"];
    /** Creates a webhook: events of these kinds are posted to the URL, each until it is answered with 2xx. It ends with the key that created it. The secret, which verifies the requests, is returned only this once. */
    post: operations["createStaffWebhook"];
  };
  "/staff/webhooks/{id}/test": {
    /** Posts an event of the type webhook.test, which tells nothing. */
    post: operations["testStaffWebhook"];
  };
  "/staff/webhooks/{id}/resume": {
    /** Turns a webhook on that was turned off because it had failed for three days. */
    post: operations["resumeStaffWebhook"];
  };
  "/staff/webhook-deliveries": {
    /** Deliveries of the last 30 days and pending ones, newest first. */
    get: operations["listStaffWebhookDeliveries"];
  };
  "/staff/webhook-deliveries/{id}/replay": {
    /** Sends an event again, with the same webhook-id. */
    post: operations["replayStaffWebhookDelivery"];
  };
  "/staff/webhooks/{id}/remove": {
    /** Removes a webhook. What waits is not posted any more. */
    post: operations["removeStaffWebhook"];
  };
}
export interface webhooks {
  "deposit.changed": {
    /** A deposit was reported, decided, cancelled or reversed */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["DepositChangedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "withdrawal.changed": {
    /** A withdrawal was requested, decided, paid or cancelled */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["WithdrawalChangedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "identity.changed": {
    /** An identity check was submitted or decided */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["IdentityChangedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "copy.changed": {
    /** A copy was started, paused, resumed or stopped */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["CopyChangedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "copy.traded": {
    /** A copy filled an order of its trader */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["CopyTradedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "copy.result": {
    /** A result that management entered for a trader reached a copy, or did not */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["CopyResultEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "order.changed": {
    /** An order of own trading was placed, amended or cancelled */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["OrderChangedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "order.filled": {
    /** An order of own trading was filled */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["OrderFilledEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "balance.changed": {
    /** Money moved into, out of or within the account */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["BalanceChangedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
  "notification.created": {
    /** A notification was added */
    post: {
      parameters: {
        header: {
          /** @description ID of the event, the same in each attempt */
          "webhook-id": string;
          /** @description Time of this attempt, in seconds since 1970 */
          "webhook-timestamp": string;
          /** @description According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes */
          "webhook-signature": string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NotificationCreatedEvent"];
        };
      };
      responses: {
        /** @description Accepted. After any other response, or none within ten seconds, the event is sent again */
        "2XX": {
        };
      };
    };
  };
}
export interface components {
  schemas: {
    Problem: {
      /**
      * Format: uri
      * @description Kind of the problem; its fragment never changes
      */
      type: string;
      /** @enum {string} */
      title: "A field is missing, invalid or unknown" | "The request can’t be read" | "The cursor belongs to another list, or is invalid" | "The Idempotency-Key is invalid" | "An Idempotency-Key is required" | "The API key is missing or no longer valid" | "Not allowed" | "The API key lacks the scope" | "The API key may not be used from this IP address" | "The API key may not withdraw to this address" | "Not found" | "Wrong method" | "The effect was not shown yet, or has changed" | "It has ended or was already decided" | "The body is too large" | "The URL is too long" | "The content type is not supported" | "The Idempotency-Key was used for another request" | "It can’t be done now" | "Too many requests" | "A server error" | "Busy, or closed for maintenance";
      status: number;
      /** @description The error in words for people */
      detail: string;
      /** @description The reason as a code for programs */
      code: string;
      field?: string;
      errors?: {
        field: string;
        message: string;
      }[];
    };
    ApiKey: {
      id: string;
      name: string;
      scopes: ("read" | "trade" | "copy" | "deposit" | "account" | "withdraw")[];
      wallets: string[];
      /** @description IP addresses and networks; empty for any */
      from: string[];
      /** @description Whether MCP tools act immediately, without confirmation */
      actsAlone: boolean;
      /** @description First and last four characters of the key */
      hint: string;
      createdAt: components["schemas"]["Time"];
      lastUsedAt: components["schemas"]["Time"] | null;
      expiresAt: components["schemas"]["Time"];
    };
    /**
    * Format: date-time
    * @description A time in UTC, RFC 3339
    */
    Time: string;
    StaffKey: {
      id: string;
      name: string;
      scopes: string[];
      wallets: string[];
      /** @description IP addresses and networks; empty for any */
      from: string[];
      /** @description Whether MCP tools act immediately, without confirmation */
      actsAlone: boolean;
      /** @description First and last four characters of the key */
      hint: string;
      createdAt: components["schemas"]["Time"];
      lastUsedAt: components["schemas"]["Time"] | null;
      expiresAt: components["schemas"]["Time"];
    };
    /** Format: uuid */
    Id: string;
    /** @description An amount of dollars with two decimals, as text */
    Money: {
      value: string;
      /** @constant */
      currency: "USD";
    };
    Transaction: {
      id: string;
      /** @enum {string} */
      kind: "deposit" | "deposit-reversed" | "receivable-booked" | "receivable-settled" | "practice-money" | "referral-bonus" | "referral-bonus-reversed" | "rank-bonus" | "rank-bonus-reversed" | "withdrawal-requested" | "withdrawal-cancelled" | "withdrawal-rejected" | "withdrawal-approved" | "withdrawal-bounced" | "plan-opened" | "plan-accrual" | "plan-matured" | "plan-ended" | "copy-started" | "copy-topped-up" | "copy-reduced" | "copy-stopped" | "copy-profit" | "copy-loss" | "copy-profit-reversed" | "copy-loss-reversed" | "copy-repaid" | "copy-returned" | "position-profit" | "position-loss" | "position-cost" | "position-paid" | "leader-share" | "trading-funded" | "trading-taken-out" | "operator-credit" | "operator-profit" | "operator-debit" | "correction" | "stripes-levelled";
      title: string;
      at: components["schemas"]["Time"];
      amount: components["schemas"]["Money"];
      /** @description Change of the total balance; zero if money moved within the account */
      change: components["schemas"]["Money"];
      /** @description Total balance after it */
      balance: components["schemas"]["Money"];
      reason: string | null;
    };
    DepositMethod: {
      /** @description Code for deposits and withdrawals */
      code: string;
      name: string;
      /** @description Network of its addresses */
      network: string;
      coin: string;
      minimum: components["schemas"]["Money"];
      /** @description The address to pay to */
      address: string;
    };
    WithdrawalMethod: {
      /** @description Code for deposits and withdrawals */
      code: string;
      name: string;
      /** @description Network of its addresses */
      network: string;
      coin: string;
      minimum: components["schemas"]["Money"];
      fee: components["schemas"]["Money"];
    };
    Plan: {
      id: string;
      name: string;
      minimum: components["schemas"]["Money"];
      maximum: components["schemas"]["Money"];
      /** @description The largest amount that can be invested now; null if not even the minimum is available */
      most: components["schemas"]["Money"] | null;
      /** @description Percent */
      dailyPercent: number;
      days: number;
      /** @description Send it with an investment, which is refused if the terms have changed */
      terms: string;
    };
    Instrument: {
      id: string;
      symbol: string;
      name: string;
      /** @enum {string} */
      market: "forex" | "crypto" | "index" | "future" | "stock" | "commodity" | "bond";
      /** @description Whether it can be traded */
      isTraded: boolean;
      /** @description Cost of one round trip, percent of the price */
      spreadPercent: number | null;
      highestLeverage: number | null;
      /** @description Opening hours of the week in UTC, such as Monday 14:30; null for a market that never closes */
      hours: {
        opens: string;
        closes: string;
      }[] | null;
      /** @description When a closed market opens; null while it is open */
      opensAt: components["schemas"]["Time"] | null;
    };
    Price: {
      instrument: string;
      price: components["schemas"]["Decimal"];
      /** @description The time of the price */
      at: components["schemas"]["Time"];
      /** @enum {string} */
      source: "simulated" | "exchange" | "central bank";
    };
    /** @description A decimal number as a string, not rounded */
    Decimal: string;
    Candle: {
      at: components["schemas"]["Time"];
      open: components["schemas"]["Decimal"];
      high: components["schemas"]["Decimal"];
      low: components["schemas"]["Decimal"];
      close: components["schemas"]["Decimal"];
    };
    Trader: {
      id: components["schemas"]["Id"];
      firstName: string;
      lastName: string;
      nationality: string;
      /** @enum {string} */
      state: "open" | "paused" | "retired";
      /**
      * @description Source of the results
      * @enum {string}
      */
      source: "typed results" | "simulated" | "signals" | "investor";
      /** @description Notes that belong to the figures */
      labels: string[];
      /** @description The minimum of a copy */
      minimum: components["schemas"]["Money"];
      /** @description The trader’s share of a copy’s new gains */
      sharePercent: number;
      /** @description Number of people whose copy holds money */
      copiers: number;
      closedTrades: number;
      /** @description Of closed trades; null before the first */
      winPercent: number | null;
      /** @description The mean return of calendar months; null before the first */
      monthlyReturnPercent: number | null;
      /** @description 1 to 10; null if not rated */
      risk: number | null;
      /** @description The largest fall from a high */
      maxDrawdownPercent: number | null;
      /** @description The end of the last counted day */
      recordUntil: components["schemas"]["Time"] | null;
    };
    TraderProfile: {
      id: components["schemas"]["Id"];
      firstName: string;
      lastName: string;
      nationality: string;
      /** @enum {string} */
      state: "open" | "paused" | "retired";
      /**
      * @description Source of the results
      * @enum {string}
      */
      source: "typed results" | "simulated" | "signals" | "investor";
      /** @description Notes that belong to the figures */
      labels: string[];
      /** @description The minimum of a copy */
      minimum: components["schemas"]["Money"];
      /** @description The trader’s share of a copy’s new gains */
      sharePercent: number;
      /** @description Number of people whose copy holds money */
      copiers: number;
      closedTrades: number;
      /** @description Of closed trades; null before the first */
      winPercent: number | null;
      /** @description The mean return of calendar months; null before the first */
      monthlyReturnPercent: number | null;
      /** @description 1 to 10; null if not rated */
      risk: number | null;
      /** @description The largest fall from a high */
      maxDrawdownPercent: number | null;
      /** @description The end of the last counted day */
      recordUntil: components["schemas"]["Time"] | null;
      about: string | null;
      takesNewCopies: boolean;
      returns: {
        month: number | null;
        quarter: number | null;
        year: number | null;
        all: number | null;
      };
      months: {
        /** @description Such as 2026-03 */
        month: string;
        returnPercent: number;
      }[];
      sharpe: number | null;
      sortino: number | null;
      openTrades: {
        count: number;
        result: components["schemas"]["Money"];
      };
      copies: {
        capital: components["schemas"]["Money"];
        /** @description Number of all copies so far */
        count: number;
        inProfit: number;
        /** @description The median result of a copy */
        median: components["schemas"]["Money"] | null;
      };
    };
    TraderResult: {
      id: components["schemas"]["Id"];
      pair: string;
      /** @enum {string} */
      type: "profit" | "loss";
      amount: components["schemas"]["Money"];
      at: components["schemas"]["Time"];
      voidedAt: components["schemas"]["Time"] | null;
      voidReason: string | null;
    };
    Copy: {
      id: components["schemas"]["Id"];
      trader: {
        id: components["schemas"]["Id"];
        name: string;
      };
      /** @enum {string} */
      state: "active" | "paused" | "stopping" | "stopped";
      /** @description States that results were entered by management, if some were */
      label: string | null;
      /** @description Value if it were closed now */
      worth: components["schemas"]["Money"];
      /** @description The largest amount of money put in so far; percentages refer to it */
      capital: components["schemas"]["Money"];
      result: components["schemas"]["Money"];
      /** @description Since the last UTC midnight */
      resultToday: components["schemas"]["Money"];
      /** @description The amount that can be taken out now */
      removable: components["schemas"]["Money"];
      /** @description Floor: the copy ends when it is worth no more */
      floor: components["schemas"]["Money"] | null;
      /** @description The trader’s share of new gains that this copy agreed to */
      sharePercent: number;
      /** @description The share that the trader asks for now */
      traderSharePercent: number;
      /** @description The largest cost in spread per day; null for no limit */
      daySpreadPercent: number | null;
      positions: {
        symbol: string;
        /** @enum {string} */
        side: "long" | "short";
        size: string;
        entry: string;
        price: string;
        result: components["schemas"]["Money"];
      }[];
      startedAt: components["schemas"]["Time"];
      stoppedAt: components["schemas"]["Time"] | null;
    };
    ComparedTrade: {
      symbol: string;
      /** @enum {string} */
      side: "long" | "short";
      isOpen: boolean;
      openedAt: components["schemas"]["Time"];
      closedAt: components["schemas"]["Time"] | null;
      takenOver: boolean;
      trader: {
        size: string;
        entry: string | null;
        exit: string | null;
        result: components["schemas"]["Money"];
      };
      copy: {
        size: string;
        entry: string | null;
        exit: string | null;
        result: components["schemas"]["Money"];
      };
      /** @description The trader’s result scaled to the copy */
      scaled: components["schemas"]["Money"];
      bySize: components["schemas"]["Money"];
      byPrice: components["schemas"]["Money"];
      byCost: components["schemas"]["Money"];
      byOwnClosing: components["schemas"]["Money"];
      /** @description Rounding */
      rest: components["schemas"]["Money"];
      reasons: string[];
    };
    CopyResult: {
      id: string;
      copyId: components["schemas"]["Id"];
      traderId: components["schemas"]["Id"];
      pair: string;
      result: components["schemas"]["Money"];
      at: components["schemas"]["Time"];
      /** @enum {string} */
      state: "posted" | "waiting" | "skipped" | "voided" | "voiding" | "kept";
      reason: string | null;
    };
    Deposit: {
      id: components["schemas"]["Id"];
      method: string;
      /** @enum {string} */
      state: "pending" | "approved" | "rejected" | "cancelled" | "reversed";
      /** @description The reported amount */
      amount: components["schemas"]["Money"];
      /** @description The amount that arrived, once it is approved */
      received: components["schemas"]["Money"] | null;
      /** @description The amount of coin to pay */
      coinAmount: components["schemas"]["Decimal"] | null;
      hasPicture: boolean;
      transactionId: string | null;
      reason: string | null;
      createdAt: components["schemas"]["Time"];
      decidedAt: components["schemas"]["Time"] | null;
    };
    Withdrawal: {
      id: components["schemas"]["Id"];
      method: string;
      /** @enum {string} */
      state: "requested" | "approved" | "paid" | "rejected" | "cancelled" | "bounced";
      /** @description Including the charge */
      amount: components["schemas"]["Money"];
      fee: components["schemas"]["Money"];
      wallet: string;
      coinPaid: components["schemas"]["Decimal"] | null;
      /** @description The transaction that paid it */
      reference: string | null;
      reason: string | null;
      /** @description The earliest time of its approval; null if it need not wait */
      approvableFrom: components["schemas"]["Time"] | null;
      requestedAt: components["schemas"]["Time"];
      paidAt: components["schemas"]["Time"] | null;
      endedAt: components["schemas"]["Time"] | null;
    };
    Investment: {
      id: components["schemas"]["Id"];
      plan: string;
      /** @enum {string} */
      state: "running" | "matured" | "ended";
      principal: components["schemas"]["Money"];
      /** @description Percent */
      dailyPercent: number;
      dailyProfit: components["schemas"]["Money"];
      days: number;
      daysEarned: number;
      earned: components["schemas"]["Money"];
      /** @description Its total return */
      promised: components["schemas"]["Money"];
      openedAt: components["schemas"]["Time"];
      maturesAt: components["schemas"]["Time"];
    };
    OwnTrading: {
      equity: components["schemas"]["Money"];
      cash: components["schemas"]["Money"];
      waitingProfit: components["schemas"]["Money"];
      margin: components["schemas"]["Money"];
      /** @description The amount that can be taken out now */
      removable: components["schemas"]["Money"];
      positions: components["schemas"]["Position"][];
      orders: components["schemas"]["WaitingOrder"][];
    };
    Position: {
      symbol: string;
      /** @enum {string} */
      side: "buy" | "sell";
      size: components["schemas"]["Decimal"];
      entry: components["schemas"]["Decimal"];
      price: components["schemas"]["Decimal"];
      result: components["schemas"]["Money"];
      leverage: number;
      stop: components["schemas"]["Decimal"] | null;
      takeProfit: components["schemas"]["Decimal"] | null;
    };
    WaitingOrder: {
      order: number;
      symbol: string;
      /** @enum {string} */
      side: "buy" | "sell";
      size: components["schemas"]["Decimal"];
      /** @enum {string} */
      type: "market" | "limit" | "stop";
      price: components["schemas"]["Decimal"] | null;
      stop: components["schemas"]["Decimal"] | null;
      takeProfit: components["schemas"]["Decimal"] | null;
      waitsFor: string;
      since: components["schemas"]["Time"];
    };
    Fill: {
      number: number;
      /** @enum {string} */
      kind: "market" | "limit" | "stop" | "take-profit" | "close-out" | "holding" | "amend" | "flow";
      at: components["schemas"]["Time"];
      symbol: string | null;
      side: ("buy" | "sell") | null;
      size: components["schemas"]["Decimal"] | null;
      price: components["schemas"]["Decimal"] | null;
      /** @description The result, or the amount transferred */
      money: components["schemas"]["Money"];
    };
    PlacedOrder: {
      message: string;
      symbol: string;
      /** @enum {string} */
      side: "buy" | "sell";
      filled: {
        size: components["schemas"]["Decimal"];
        price: components["schemas"]["Decimal"];
        at: components["schemas"]["Time"];
        result: components["schemas"]["Money"];
      } | null;
      /** @description The number of a waiting order */
      waiting: number | null;
    };
    SupportThread: {
      id: components["schemas"]["Id"];
      /** @enum {string} */
      kind: "question" | "report" | "complaint";
      subject: string;
      /** @enum {string} */
      state: "waiting" | "answered" | "closed";
      openedAt: components["schemas"]["Time"];
      answerBy: components["schemas"]["Time"] | null;
      answeredAt: components["schemas"]["Time"] | null;
    };
    Referral: {
      id: components["schemas"]["Id"];
      firstName: string;
      lastName: string;
      /** @description Masked */
      email: string;
      since: components["schemas"]["Time"];
      bonus: components["schemas"]["Money"];
      waiting: components["schemas"]["Money"];
    };
    Notification: {
      id: components["schemas"]["Id"];
      text: string;
      /** @description The page that it is about */
      page: string;
      at: components["schemas"]["Time"];
      readAt: components["schemas"]["Time"] | null;
    };
    QueueEntry: {
      id: components["schemas"]["Id"];
      owner: {
        id: components["schemas"]["Id"];
        name: string;
        email: string;
      };
      state: string;
      /** @description The time by which it is due, for a decision or a payment */
      waits: boolean;
      since: components["schemas"]["Time"];
      amount: components["schemas"]["Money"] | null;
      /** @description Method, subject, country or record */
      what: string;
      risks: string[];
      takenBy: {
        id: components["schemas"]["Id"];
        name: string;
      } | null;
      held: {
        by: string;
        reason: string;
        investorTold: boolean;
      } | null;
      /** @description Whether a decision of another administrator waits for a second one */
      request: string | null;
    };
    Decision: {
      /**
      * @description `waits` for a second administrator
      * @enum {string}
      */
      state: "previewed" | "done" | "waits";
      message: string;
      /** @description What was created or changed, or the request for a second administrator */
      id: string | null;
      preview: components["schemas"]["Effect"] | null;
    };
    Effect: {
      /** @description Send it with the decision, which is refused if its effect has changed */
      effect: string;
      title: string;
      lines: {
        name: string;
        from: string | null;
        to: string;
      }[];
      needsReason: boolean;
      /** @description Why it waits for a second administrator; otherwise empty */
      needsTwo: string[];
    };
    Approval: {
      id: components["schemas"]["Id"];
      operation: string;
      state: string;
      requestedBy: string;
      requestedAt: components["schemas"]["Time"];
      title: string;
      lines: {
        name: string;
        from: string | null;
        to: string;
      }[];
      /** @description Send it with the approval */
      effect: string;
      decisions: string[];
    };
    User: {
      id: components["schemas"]["Id"];
      firstName: string;
      lastName: string;
      username: string;
      email: string;
      /** @description Whether the email address is verified */
      isVerified: boolean;
      liveTradingUnlocked: boolean;
      /** @enum {string} */
      state: "open" | "closed";
      risk: string | null;
      frozen: string[];
      tags: string[];
      createdAt: components["schemas"]["Time"];
      /** @description The total balance */
      owed: components["schemas"]["Money"];
    };
    UserFile: {
      id: components["schemas"]["Id"];
      firstName: string;
      lastName: string;
      username: string;
      email: string;
      /** @description Whether the email address is verified */
      isVerified: boolean;
      liveTradingUnlocked: boolean;
      /** @enum {string} */
      state: "open" | "closed";
      risk: string | null;
      frozen: string[];
      tags: string[];
      createdAt: components["schemas"]["Time"];
      identityCheck: string | null;
      balances: {
        total: components["schemas"]["Money"];
        available: components["schemas"]["Money"];
        held: components["schemas"]["Money"];
        copies: components["schemas"]["Money"];
        plans: components["schemas"]["Money"];
        trading: components["schemas"]["Money"];
      };
      totals: {
        deposited: components["schemas"]["Money"];
        withdrawn: components["schemas"]["Money"];
      };
      /** @description A debt from a reversed deposit */
      owes: components["schemas"]["Money"];
      signIns: number;
      closedAt: components["schemas"]["Time"] | null;
    };
    Result: {
      id: components["schemas"]["Id"];
      trader: {
        id: components["schemas"]["Id"];
        name: string;
      };
      pair: string;
      /** @enum {string} */
      type: "profit" | "loss";
      amount: components["schemas"]["Money"];
      at: components["schemas"]["Time"];
      enteredAt: components["schemas"]["Time"];
      voidedAt: components["schemas"]["Time"] | null;
      voidReason: string | null;
    };
    Event: components["schemas"]["DepositChangedEvent"] | components["schemas"]["WithdrawalChangedEvent"] | components["schemas"]["IdentityChangedEvent"] | components["schemas"]["CopyChangedEvent"] | components["schemas"]["CopyTradedEvent"] | components["schemas"]["CopyResultEvent"] | components["schemas"]["OrderChangedEvent"] | components["schemas"]["OrderFilledEvent"] | components["schemas"]["BalanceChangedEvent"] | components["schemas"]["NotificationCreatedEvent"];
    DepositChangedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "deposit.changed";
      timestamp: components["schemas"]["Time"];
      /** @description A deposit was reported, decided, cancelled or reversed */
      data: {
        /** Format: uuid */
        id: string;
        /** @enum {string} */
        state: "pending" | "approved" | "rejected" | "cancelled" | "reversed";
        previousState: ("pending" | "approved" | "rejected" | "cancelled" | "reversed") | null;
      };
    };
    WithdrawalChangedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "withdrawal.changed";
      timestamp: components["schemas"]["Time"];
      /** @description A withdrawal was requested, decided, paid or cancelled */
      data: {
        /** Format: uuid */
        id: string;
        /** @enum {string} */
        state: "requested" | "approved" | "paid" | "rejected" | "cancelled" | "bounced";
        previousState: ("requested" | "approved" | "paid" | "rejected" | "cancelled" | "bounced") | null;
      };
    };
    IdentityChangedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "identity.changed";
      timestamp: components["schemas"]["Time"];
      /** @description An identity check was submitted or decided */
      data: {
        /** Format: uuid */
        id: string;
        /** @enum {string} */
        state: "submitted" | "approved" | "rejected";
        previousState: ("submitted" | "approved" | "rejected") | null;
      };
    };
    CopyChangedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "copy.changed";
      timestamp: components["schemas"]["Time"];
      /** @description A copy was started, paused, resumed or stopped */
      data: {
        /** Format: uuid */
        id: string;
        /** @enum {string} */
        state: "active" | "paused" | "stopping" | "stopped";
        previousState: ("active" | "paused" | "stopping" | "stopped") | null;
      };
    };
    CopyTradedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "copy.traded";
      timestamp: components["schemas"]["Time"];
      /** @description A copy filled an order of its trader */
      data: {
        /** Format: uuid */
        copyId: string;
        /** @description Its position in the history */
        number: number;
        /** @enum {string} */
        kind: "market" | "limit" | "stop" | "take-profit" | "close-out";
        symbol: string;
        /** @enum {string} */
        side: "buy" | "sell";
        size: string;
        price: string;
        /** @description The realised result */
        result: components["schemas"]["Money"];
      };
    };
    CopyResultEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "copy.result";
      timestamp: components["schemas"]["Time"];
      /** @description A result that management entered for a trader reached a copy, or did not */
      data: {
        /** Format: uuid */
        id: string;
        /** Format: uuid */
        copyId: string;
        pair: string;
        result: components["schemas"]["Money"];
        /** @enum {string} */
        state: "posted" | "waiting" | "skipped" | "voided" | "voiding" | "kept";
        reason: string | null;
      };
    };
    OrderChangedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "order.changed";
      timestamp: components["schemas"]["Time"];
      /** @description An order of own trading was placed, amended or cancelled */
      data: {
        /** @enum {string} */
        change: "placed" | "closing" | "cancelled" | "amended";
        message: string;
      };
    };
    OrderFilledEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "order.filled";
      timestamp: components["schemas"]["Time"];
      /** @description An order of own trading was filled */
      data: {
        /** @description Its position in the history */
        number: number;
        /** @enum {string} */
        kind: "market" | "limit" | "stop" | "take-profit" | "close-out";
        symbol: string;
        /** @enum {string} */
        side: "buy" | "sell";
        size: string;
        price: string;
        /** @description The realised result */
        result: components["schemas"]["Money"];
      };
    };
    BalanceChangedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "balance.changed";
      timestamp: components["schemas"]["Time"];
      /** @description Money moved into, out of or within the account */
      data: {
        /** Format: uuid */
        transactionId: string;
        /** @enum {string} */
        kind: "reserve-funded" | "reserve-taken-back" | "reserve-shifted" | "network-fee" | "custody-converted" | "receipt-held" | "receipt-returned" | "deposit" | "deposit-reversed" | "receivable-booked" | "receivable-settled" | "receivable-written-off" | "practice-money" | "referral-bonus" | "referral-bonus-reversed" | "rank-bonus" | "rank-bonus-reversed" | "withdrawal-requested" | "withdrawal-cancelled" | "withdrawal-rejected" | "withdrawal-approved" | "withdrawal-paid" | "withdrawal-bounced" | "plan-opened" | "plan-return-reserved" | "plan-accrual" | "plan-matured" | "plan-ended" | "plan-return-released" | "copy-started" | "copy-topped-up" | "copy-reduced" | "copy-stopped" | "copy-profit" | "copy-loss" | "copy-profit-reversed" | "copy-loss-reversed" | "copy-repaid" | "copy-returned" | "position-profit" | "position-loss" | "position-cost" | "position-paid" | "leader-share" | "trading-funded" | "trading-taken-out" | "operator-credit" | "operator-profit" | "operator-debit" | "correction" | "stripes-levelled";
        balances: {
          /** @enum {string} */
          part: "available" | "held" | "plans" | "planEarnings" | "copies" | "trading";
          /** @description The part in copies */
          copyId: string | null;
          /** @description The booked balance after it */
          balance: components["schemas"]["Money"];
        }[];
      };
    };
    NotificationCreatedEvent: {
      id: components["schemas"]["Id"];
      /** @constant */
      type: "notification.created";
      timestamp: components["schemas"]["Time"];
      /** @description A notification was added */
      data: {
        /** Format: uuid */
        id: string;
        text: string;
        /** @description Path of the page that it is about */
        href: string;
      };
    };
    Webhook: {
      id: components["schemas"]["Id"];
      url: string;
      kinds: ("deposit" | "withdrawal" | "copy" | "order" | "balance" | "notification" | "identity")[];
      /** @enum {string} */
      state: "on" | "failing" | "off";
      failingSince: components["schemas"]["Time"] | null;
      /** @description Created by an API key, and ends with it */
      endsWithKey: boolean;
      createdAt: components["schemas"]["Time"];
    };
    WebhookDelivery: {
      /** @description The webhook-id of its requests */
      id: components["schemas"]["Id"];
      webhook: components["schemas"]["Id"];
      event: components["schemas"]["Id"];
      type: string;
      /** @enum {string} */
      state: "waiting" | "delivered" | "failed";
      attempts: number;
      /** @description The error of the last attempt, if it failed */
      problem: string | null;
      /** @description The time of the next attempt; null if there is none */
      nextAt: components["schemas"]["Time"] | null;
      createdAt: components["schemas"]["Time"];
      deliveredAt: components["schemas"]["Time"] | null;
    };
  };
  responses: {
    /** @description Refused */
    Refused: {
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
  };
  parameters: {
    IdempotencyKey: string;
    IdempotencyKeyNeeded: string;
    /** @description The last ID received; the stream resumes after it */
    LastEventId: string;
    /** @description The ETag of an earlier response; 304 if nothing has changed */
    IfNoneMatch: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  signUp: {
    requestBody: {
      content: {
        "application/json": {
          firstName: string;
          lastName: string;
          email: string;
          password: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            message: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listKeys: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["ApiKey"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createKey: {
    requestBody: {
      content: {
        "application/json": {
          email: string;
          password: string;
          /** @description A code of the authenticator app, if two-factor is on */
          otp?: string;
          name: string;
          scopes: ("read" | "trade" | "copy" | "deposit" | "account" | "withdraw")[];
          /**
          * @description Time until it expires
          * @default 90
          */
          days?: number;
          /**
          * @description Wallet addresses that it may withdraw to
          * @default []
          */
          wallets?: string[];
          /**
          * @description IP addresses and networks from which it may be used; empty for any
          * @default []
          */
          from?: string[];
          /**
          * @description MCP tools act immediately; otherwise they propose, and the person confirms
          * @default false
          */
          actsAlone?: boolean;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            /** @description Send it as Authorization: Bearer */
            key: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  revokeKey: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        key: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            name: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listStaffKeys: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["StaffKey"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createStaffKey: {
    requestBody: {
      content: {
        "application/json": {
          email: string;
          password: string;
          otp?: string;
          name: string;
          rights: ("everyone" | "users:read" | "users:help" | "users:mark" | "accounts:freeze" | "accounts:change" | "balances:change" | "payments:read" | "payments:decide" | "restores:decide" | "papers:read" | "papers:decide" | "support:read" | "support:answer" | "traders:read" | "traders:change" | "catalogue:read" | "plans:change" | "terms:change" | "books:read" | "books:check" | "statements:change" | "reserves:change" | "approvals:read" | "approvals:decide" | "mails:read" | "mails:send" | "events:read" | "operation:read" | "operation:change" | "staff:read" | "staff:change")[];
          /**
          * @description Time until it expires
          * @default 90
          */
          days?: number;
          /**
          * @description IP addresses and networks from which it may be used; empty for any
          * @default []
          */
          from?: string[];
          /**
          * @description MCP tools act immediately; otherwise they propose, and the person confirms
          * @default false
          */
          actsAlone?: boolean;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            /** @description Send it as Authorization: Bearer */
            key: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  revokeStaffKey: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        key: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            name: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getAccount: {
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            email: string;
            username: string;
            /** @enum {string} */
            mode: "paper" | "live";
            /** @description Empty if not given */
            profile: {
              firstName: string;
              lastName: string;
              phone: string;
              country: string;
              state: string;
              postalCode: string;
              address: string;
              timeZone: string;
            };
            /** @description Whether the email address is verified */
            isVerified: boolean;
            liveTradingUnlocked: boolean;
            /** @enum {string} */
            identityCheck: "none" | "submitted" | "approved" | "rejected";
            balances: {
              /** @description The total value of the account, including open positions at current prices */
              total: components["schemas"]["Money"];
              /** @description The booked balance, without open results */
              booked: components["schemas"]["Money"];
              /** @description Free to withdraw or use */
              available: components["schemas"]["Money"];
              /** @description Held for requested withdrawals */
              held: components["schemas"]["Money"];
              /** @description Invested in plans */
              plans: components["schemas"]["Money"];
              /** @description Accrued by running plans */
              planEarnings: components["schemas"]["Money"];
              /** @description In copies, including open results */
              copies: components["schemas"]["Money"];
              /** @description In own trading, including open results */
              trading: components["schemas"]["Money"];
            };
            totals: {
              deposited: components["schemas"]["Money"];
              withdrawn: components["schemas"]["Money"];
              referralBonuses: components["schemas"]["Money"];
              rankBonuses: components["schemas"]["Money"];
              practiceMoney: components["schemas"]["Money"];
            };
            createdAt: components["schemas"]["Time"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  changeProfile: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          firstName?: string;
          lastName?: string;
          phone?: string;
          country?: string;
          state?: string;
          postalCode?: string;
          address?: string;
          timeZone?: string;
          /** @description A picture; empty removes it */
          picture?: string;
        };
        "multipart/form-data": {
          firstName?: string;
          lastName?: string;
          phone?: string;
          country?: string;
          state?: string;
          postalCode?: string;
          address?: string;
          timeZone?: string;
          /** Format: binary */
          picture?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listTransactions: {
    parameters: {
      query?: {
        from?: string;
        until?: string;
        kind?: "deposit" | "deposit-reversed" | "receivable-booked" | "receivable-settled" | "practice-money" | "referral-bonus" | "referral-bonus-reversed" | "rank-bonus" | "rank-bonus-reversed" | "withdrawal-requested" | "withdrawal-cancelled" | "withdrawal-rejected" | "withdrawal-approved" | "withdrawal-bounced" | "plan-opened" | "plan-accrual" | "plan-matured" | "plan-ended" | "copy-started" | "copy-topped-up" | "copy-reduced" | "copy-stopped" | "copy-profit" | "copy-loss" | "copy-profit-reversed" | "copy-loss-reversed" | "copy-repaid" | "copy-returned" | "position-profit" | "position-loss" | "position-cost" | "position-paid" | "leader-share" | "trading-funded" | "trading-taken-out" | "operator-credit" | "operator-profit" | "operator-debit" | "correction" | "stripes-levelled";
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Transaction"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getStatement: {
    parameters: {
      query?: {
        from?: string;
        until?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            opening: components["schemas"]["Money"];
            closing: components["schemas"]["Money"];
            /** @description Whether earlier transactions of the period are included in the opening balance */
            isCut: boolean;
            transactions: components["schemas"]["Transaction"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listDepositMethods: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["DepositMethod"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listWithdrawalMethods: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["WithdrawalMethod"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listPlans: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Plan"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listInstruments: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Instrument"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getInstrument: {
    parameters: {
      path: {
        /** @description The ID or symbol of an instrument, such as BTCUSD */
        symbol: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Instrument"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listPrices: {
    parameters: {
      query?: {
        /** @description IDs separated by commas; all if omitted */
        of?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Price"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listCandles: {
    parameters: {
      query?: {
        timeframe?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
        limit?: number;
      };
      path: {
        /** @description The ID or symbol of an instrument, such as BTCUSD */
        symbol: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Candle"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listTraders: {
    parameters: {
      query?: {
        /** @description Part of the name */
        search?: string;
        highestRisk?: number;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Trader"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getTrader: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TraderProfile"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listTraderResults: {
    parameters: {
      query?: {
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["TraderResult"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listWatchedTraders: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Id"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  watchTrader: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  unwatchTrader: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listCopies: {
    parameters: {
      query?: {
        state?: "active" | "paused" | "stopping" | "stopped";
        from?: string;
        until?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Copy"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  startCopy: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          trader: string;
          amount: components["schemas"]["Money"];
          /**
          * @description Percent of the capital
          * @default 60
          */
          floorPercent?: number | null;
          /** @description The largest cost in spread per day; null for no limit */
          dayCostPercent?: number | null;
          /** @description The largest share of the copy in one position */
          positionPercent?: number;
          /**
          * @description Whether to take over the trader’s open positions
          * @default true
          */
          takeOver?: boolean;
          /** @description The share as returned by listTraders; the request is refused if it has changed */
          sharePercent?: number;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            amount: components["schemas"]["Money"];
            sharePercent: number;
            floor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getCopy: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Copy"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listComparedTrades: {
    parameters: {
      query?: {
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["ComparedTrade"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listCopyResults: {
    parameters: {
      query?: {
        from?: string;
        until?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["CopyResult"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  topUpCopy: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeOutOfCopy: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            due: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  stopCopy: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            message: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  pauseCopy: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  resumeCopy: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  agreeShare: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description As returned in `traderSharePercent` */
          sharePercent: number;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            sharePercent: number;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  limitDayCost: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Null for no limit */
          dayCostPercent: number | null;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listDeposits: {
    parameters: {
      query?: {
        state?: "pending" | "approved" | "rejected" | "cancelled" | "reversed";
        from?: string;
        until?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Deposit"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createDeposit: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The code of a deposit method */
          method: string;
          amount: components["schemas"]["Money"];
          /** @description A picture of the payment: the file itself in a multipart body */
          picture?: string;
          /** @description As returned by quoteDeposit */
          quote?: string;
        };
        "multipart/form-data": {
          /** @description The code of a deposit method */
          method: string;
          amount: components["schemas"]["Money"];
          /** Format: binary */
          picture?: string;
          /** @description As returned by quoteDeposit */
          quote?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getDeposit: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Deposit"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  quoteDeposit: {
    parameters: {
      query: {
        /** @description The code of a deposit method */
        method: string;
        /** @description US dollars with two decimals, such as 250.00 */
        value: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            method: string;
            address: string;
            coin: string;
            /** @description Null if there is no price */
            coinAmount: components["schemas"]["Decimal"] | null;
            /** @description Send it with the deposit within 15 minutes */
            quote: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  proveDeposit: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description A picture of the payment: the file itself in a multipart body */
          picture?: string;
          transactionId?: string;
        };
        "multipart/form-data": {
          /** Format: binary */
          picture?: string;
          transactionId?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  cancelDeposit: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takePracticeMoney: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            liveTradingOpened: boolean;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listWithdrawals: {
    parameters: {
      query?: {
        state?: "requested" | "approved" | "paid" | "rejected" | "cancelled" | "bounced";
        from?: string;
        until?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Withdrawal"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createWithdrawal: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The code of a withdrawal method */
          method: string;
          amount: components["schemas"]["Money"];
          wallet: string;
          /** @description The charge as returned by quoteWithdrawal; the request is refused if it has changed */
          fee?: components["schemas"]["Money"];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            fee: components["schemas"]["Money"];
            /** @description Why it can’t be approved immediately */
            waits: boolean;
            message: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getWithdrawal: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Withdrawal"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  quoteWithdrawal: {
    parameters: {
      query: {
        /** @description The code of a withdrawal method */
        method: string;
        /** @description US dollars with two decimals, including the charge */
        value: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            method: string;
            amount: components["schemas"]["Money"];
            fee: components["schemas"]["Money"];
            receives: components["schemas"]["Money"];
            coin: string;
            /** @description Approximate amount of coin */
            coinAmount: components["schemas"]["Decimal"] | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  cancelWithdrawal: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listInvestments: {
    parameters: {
      query?: {
        state?: "running" | "matured" | "ended";
        from?: string;
        until?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Investment"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  buyPlan: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The ID of a plan */
          plan: string;
          amount: components["schemas"]["Money"];
          /** @description As returned by listPlans; the request is refused if the terms have changed */
          terms: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getOwnTrading: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OwnTrading"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listFills: {
    parameters: {
      query?: {
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Fill"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  putIntoTrading: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            amount: components["schemas"]["Money"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeOutOfTrading: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            amount: components["schemas"]["Money"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  placeOrder: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          symbol: string;
          /** @enum {string} */
          side: "buy" | "sell";
          /** @description In units of the instrument */
          size: string;
          /**
          * @default market
          * @enum {string}
          */
          type?: "market" | "limit" | "stop";
          /** @description The price that triggers a limit or stop order */
          price?: string;
          /** @description The price that closes the position at a loss */
          stop?: string;
          /** @description The price that closes the position at a profit */
          takeProfit?: string;
          /** @description For this instrument from now on */
          leverage?: number;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PlacedOrder"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  cancelOrder: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        order: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            message: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  closePosition: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        symbol: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          size: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PlacedOrder"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  setLevels: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        symbol: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          stop?: string;
          takeProfit?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            message: string;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getBeingCopied: {
    responses: {
      200: {
        content: {
          "application/json": {
            isCopied: boolean;
            applicationWaits: boolean;
            rejectedBecause: string | null;
            minimum: components["schemas"]["Money"] | null;
            sharePercent: number | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  askToBeCopied: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          minimum: components["schemas"]["Money"];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  withdrawApplication: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  stopBeingCopied: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listSupportThreads: {
    parameters: {
      query?: {
        state?: "waiting" | "answered" | "closed";
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["SupportThread"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  openSupportThread: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          kind: "question" | "report" | "complaint";
          subject: string;
          message: string;
          /** @description A picture; the file itself in a multipart body */
          attachment?: string;
        };
        "multipart/form-data": {
          /** @enum {string} */
          kind: "question" | "report" | "complaint";
          subject: string;
          message: string;
          /** Format: binary */
          attachment?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getSupportThread: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            thread: components["schemas"]["SupportThread"];
            messages: {
              id: components["schemas"]["Id"];
              /** @enum {string} */
              from: "you" | "support";
              text: string;
              at: components["schemas"]["Time"];
              fileId: components["schemas"]["Id"] | null;
            }[];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  writeInSupportThread: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          message: string;
          /** @description A picture; the file itself in a multipart body */
          attachment?: string;
        };
        "multipart/form-data": {
          message: string;
          /** Format: binary */
          attachment?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listReferrals: {
    parameters: {
      query?: {
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Referral"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getReferralBonuses: {
    responses: {
      200: {
        content: {
          "application/json": {
            link: string;
            /** @description Of each deposit by referred people */
            percent: number;
            earned: components["schemas"]["Money"];
            waiting: components["schemas"]["Money"];
            friends: number;
            bonuses: {
              id: components["schemas"]["Id"];
              at: components["schemas"]["Time"];
              friend: string;
              amount: components["schemas"]["Money"];
              /** @enum {string} */
              state: "due" | "waiting" | "paid" | "reduced" | "taken-back";
              note: string;
            }[];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getRanks: {
    responses: {
      200: {
        content: {
          "application/json": {
            /** @enum {string} */
            rank: "silver" | "gold" | "diamond";
            /** @description The balance that determines the rank */
            counted: components["schemas"]["Money"];
            ranks: {
              /** @enum {string} */
              rank: "silver" | "gold" | "diamond";
              above: components["schemas"]["Money"];
              bonus: components["schemas"]["Money"];
              /** @enum {string} */
              state: "locked" | "waiting" | "claimable" | "claimed";
            }[];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  claimRankBonus: {
    parameters: {
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        rank: "silver" | "gold" | "diamond";
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            amount: components["schemas"]["Money"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getIdentityCheck: {
    responses: {
      200: {
        content: {
          "application/json": {
            /** @enum {string} */
            state: "none" | "submitted" | "approved" | "rejected";
            submittedAt: components["schemas"]["Time"] | null;
            reason: string | null;
            /** @description The document that must be sent again, if any */
            wanted: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  submitIdentityCheck: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          firstName: string;
          lastName: string;
          email: string;
          country: string;
          state: string;
          postalCode: string;
          address: string;
          /** @description The ID of an uploaded file; the file itself in a multipart body */
          document: string;
        };
        "multipart/form-data": {
          firstName: string;
          lastName: string;
          email: string;
          country: string;
          state: string;
          postalCode: string;
          address: string;
          /** Format: binary */
          document: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  sendWantedDocument: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The ID of an uploaded file; the file itself in a multipart body */
          document: string;
        };
        "multipart/form-data": {
          /** Format: binary */
          document: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Notification"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  readNotifications: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          upTo: string;
          /** Format: uuid */
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            upTo: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listQueuedDeposits: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["QueueEntry"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getQueuedDeposit: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["QueueEntry"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  approveDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          received: components["schemas"]["Money"];
          coin?: string;
          transactionId?: string;
          reason?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  rejectDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  reverseDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  chargeBackDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeQueuedDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  assignQueuedDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          to: string;
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  giveBackQueuedDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  holdQueuedDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @constant */
          told?: "on";
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  releaseQueuedDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  noteQueuedDeposit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          note: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listQueuedWithdrawals: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["QueueEntry"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getQueuedWithdrawal: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["QueueEntry"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  approveWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  approveAndPayWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reference: string;
          coin?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  rejectWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  payWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reference: string;
          coin?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  bounceWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeQueuedWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  assignQueuedWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          to: string;
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  giveBackQueuedWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  holdQueuedWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @constant */
          told?: "on";
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  releaseQueuedWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  noteQueuedWithdrawal: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          note: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listQueuedIdentityChecks: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["QueueEntry"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getQueuedIdentityCheck: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["QueueEntry"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  approveIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: date */
          validUntil?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  rejectIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  askAgainForIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @enum {string} */
          paper: "documentFileId" | "backFileId" | "proofOfAddressFileId" | "selfieFileId";
          /** @description As returned by the dry run */
          effect?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  revokeIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeQueuedIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  assignQueuedIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          to: string;
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  giveBackQueuedIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  holdQueuedIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @constant */
          told?: "on";
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  releaseQueuedIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  noteQueuedIdentityCheck: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          note: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listQueuedSupportThreads: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["QueueEntry"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getQueuedSupportThread: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["QueueEntry"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  acknowledgeSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  answerSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          text?: string;
          message?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  addToSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          text?: string;
          message?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  complainBySupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  closeSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  reopenSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeQueuedSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  assignQueuedSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          to: string;
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  giveBackQueuedSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  holdQueuedSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @constant */
          told?: "on";
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  releaseQueuedSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  noteQueuedSupportThread: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          note: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listQueuedTraderApplications: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["QueueEntry"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getQueuedTraderApplication: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["QueueEntry"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  acceptTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  rejectTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  takeQueuedTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  assignQueuedTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          to: string;
          from?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  giveBackQueuedTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  holdQueuedTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @constant */
          told?: "on";
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  releaseQueuedTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  noteQueuedTraderApplication: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          note: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listApprovals: {
    parameters: {
      query?: {
        show?: "waiting" | "all";
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Approval"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  approveRequest: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          effect: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  rejectRequest: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  withdrawRequest: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  creditUser: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
          reason?: string;
          /** @enum {string} */
          kind: "deposit" | "goodwill";
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  debitUser: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
          reason?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  addProfit: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
          reason?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  writeOffDebt: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  payOutClosedAccount: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          amount: components["schemas"]["Money"];
          reason: string;
          method: string;
          wallet: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  reopenAccount: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  closeAccount: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          email: string;
          reason: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  freezeAccount: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          part?: "withdrawals" | "copying";
          reason: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  unfreezeAccount: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @constant */
          factor?: "off";
          /** @enum {string} */
          part?: "withdrawals" | "copying";
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  rateRisk: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          rating: "low" | "medium" | "high";
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  setLiveTrading: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          verified: "on" | "off";
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  mailPasswordLink: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  tagUser: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          tag: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  untagUser: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          tag: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  noteUser: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          note: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  endSignIns: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        userId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  endInvestmentEarly: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  stopDebtorsCopy: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listAllTraders: {
    parameters: {
      query?: {
        search?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Trader"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createTrader: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          firstName: string;
          lastName: string;
          /** @default  */
          winRate?: string;
          /** @default  */
          averageReturn?: string;
          /** @default  */
          followers?: string;
          /** @default  */
          riskReward?: string;
          nationality: string;
          minimumCapital: components["schemas"]["Money"];
          capital?: components["schemas"]["Money"];
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  changeTrader: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          firstName: string;
          lastName: string;
          /** @default  */
          winRate?: string;
          /** @default  */
          averageReturn?: string;
          /** @default  */
          followers?: string;
          /** @default  */
          riskReward?: string;
          nationality: string;
          minimumCapital: components["schemas"]["Money"];
          capital?: components["schemas"]["Money"];
          share?: string;
          reason?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  retireTrader: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  pauseTrader: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  reopenTrader: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  revokeSignalKey: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        trader: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listResults: {
    parameters: {
      query?: {
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Result"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  recordResult: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          trader: string;
          pair: string;
          amount: components["schemas"]["Money"];
          /** @enum {string} */
          type: "profit" | "loss";
          /** @default  */
          date?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  importResults: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          text: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  voidResult: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        trade: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          pair?: string;
          amount?: components["schemas"]["Money"];
          /** @enum {string} */
          type?: "profit" | "loss";
          /** @default  */
          date?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  completeLog: {
    parameters: {
      query?: {
        /** @description Returns the effect without executing it */
        dryRun?: "true" | "false";
      };
      header: {
        "Idempotency-Key": components["parameters"]["IdempotencyKeyNeeded"];
      };
      path: {
        trader: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @default  */
          until?: string;
          /** @description As returned by the dry run */
          effect?: string;
          /** @description A code of the authenticator app, unless one was sent in the last five minutes */
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Decision"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  search: {
    parameters: {
      query: {
        q: string;
        kind?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: {
              kind: string;
              hasMore: boolean;
              hits: {
                id: string;
                title: string;
                owner: string | null;
                amount: components["schemas"]["Money"] | null;
                state: string | null;
              }[];
            }[];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Part of a name or an email address */
        q?: string;
        /** @description `open` or `closed` */
        status?: string;
        /** @description `verified` or `unverified` */
        email?: string;
        risk?: string;
        freeze?: string;
        /** @description `deposit`, `withdrawal`, `payment` or `kyc` */
        waits?: string;
        tag?: string;
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["User"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  getUser: {
    parameters: {
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["UserFile"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportUsers: {
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportDeposits: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
      };
    };
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportWithdrawals: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
      };
    };
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportIdentityChecks: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
      };
    };
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportSupport: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
      };
    };
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportComplaints: {
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportTraderApplications: {
    parameters: {
      query?: {
        show?: "waiting" | "held" | "all";
        sort?: "oldest" | "newest" | "largest" | "smallest" | "name";
        user?: components["schemas"]["Id"];
        /** @description A name, an email address, or an ID */
        search?: string;
        state?: string;
        method?: string;
        /** @description Dollars */
        least?: string;
        /** @description Dollars */
        most?: string;
        /** @description Minimum age */
        days?: number;
        /** @description `any`, or one of the states */
        risk?: string;
        /** @description The ID of an administrator, or `nobody` */
        taken?: string;
      };
    };
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportTraders: {
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportTraderLog: {
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportAudit: {
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  exportOutbox: {
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  streamEvents: {
    parameters: {
      header?: {
        /** @description The last ID received; the stream resumes after it */
        "Last-Event-ID"?: components["parameters"]["LastEventId"];
      };
    };
    responses: {
      200: {
        content: {
          "text/event-stream": components["schemas"]["Event"];
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listWebhooks: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Webhook"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          url: string;
          kinds: ("deposit" | "withdrawal" | "copy" | "order" | "balance" | "notification" | "identity")[];
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            url: string;
            /** @description Null in a replayed response */
            secret: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  testWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  resumeWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        webhook?: components["schemas"]["Id"];
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  replayWebhookDelivery: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  removeWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listStaffWebhooks: {
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["Webhook"][];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  createStaffWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          url: string;
          kinds: ("deposit" | "withdrawal" | "identity")[];
          otp?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
            url: string;
            /** @description Null in a replayed response */
            secret: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  testStaffWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  resumeStaffWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  listStaffWebhookDeliveries: {
    parameters: {
      query?: {
        webhook?: components["schemas"]["Id"];
        /** @description The largest number of entries */
        limit?: number;
        /** @description The `nextCursor` of the previous page */
        cursor?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Cursor of the next page; null on the last one */
            nextCursor: string | null;
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  replayStaffWebhookDelivery: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
  removeStaffWebhook: {
    parameters: {
      header?: {
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": {
            id: components["schemas"]["Id"];
          };
        };
      };
      default: components["responses"]["Refused"];
    };
  };
}
