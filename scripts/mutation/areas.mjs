// What `npm run test:mutation` changes, area by area, and the tests that have to notice.

/**
 * @typedef {{ mutate: string[], tests: string[], database: boolean, except?: string[] }} Area sources to change; the files
 *   of tests that are run against each change; whether those need a database (SQLite); kinds of changes that are not made
 */

/** @type {Record<string, Area>} */
export const AREAS = {
  rules: {
    mutate: [
      'app/features/*/{rules,states,schedule}.ts',
      'app/platform/{states,zone}.ts',
      'app/ledger/{money,chart,usdField,lowest,balanceHistory}.ts',
    ],
    // Of the unit tests those beside these sources: the market's and the uploads' take longer than all others together.
    tests: [
      'app/features/!(market|marketing)/*.test.ts',
      'app/ledger/*.test.ts',
      'app/platform/*.test.ts',
      'tests/architecture/states.test.ts',
    ],
    database: false,
  },
  // What moves money and holds it.
  ledger: {
    mutate: ['app/ledger/{post,holds,sums,since,netIn,practiceMoney}.server.ts'],
    tests: ['tests/integration/{ledger,ledger.sums,withdrawals.fees}.test.ts'],
    database: true,
  },
  // Who may do what, and what takes two.
  guards: {
    mutate: ['app/features/approvals/{policy,effect,states}.ts', 'app/signIns/rights.ts'],
    tests: ['app/features/approvals/*.test.ts', 'app/signIns/rights.test.ts', 'tests/architecture/states.test.ts'],
    // A test that knows the sentences by heart would be an echo of them.
    except: ['StringLiteral'],
    database: false,
  },
  // The use-cases behind them: what is shown, asked for, agreed to and refused.
  approvals: {
    mutate: [
      'app/features/approvals/{perform,decideApproval,rehearseEffect,waitingApprovals,limits,effectDigest}.server.ts',
    ],
    // Those of each act take a minute: a hundred times as long as these.
    tests: ['tests/integration/approvals.asking.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
  // What stands before pages and forms.
  pages: {
    mutate: ['app/web/guard/{index,signedIn,postedForm,oldPage,errorResponses,endedSession}.server.ts'],
    tests: ['tests/integration/{guard.pages,auth.ended}.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
  // What stands before JSON calls.
  calls: {
    mutate: ['app/web/guard/api.server.ts'],
    tests: ['tests/integration/guard.calls.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
  // What names that something was altered. Checks that are one query each have no sources that could be changed by halves:
  // `ledger.audit.test.ts` breaks each of them.
  seals: {
    mutate: ['app/ledger/{seal,heads,unsealed,journalMac,rowAudit}.server.ts'],
    tests: ['tests/integration/seals.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
};
