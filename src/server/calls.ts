import { calls as agreementsCalls } from './modules/identity/agreements/calls.ts'
import { calls as alertsCalls } from './modules/trading/alerts/calls.ts'
import { calls as apiCalls } from './kit/api/calls.ts'
import { calls as bookCalls } from './modules/trading/book/calls.ts'
import { calls as contentCalls } from './modules/content/calls.ts'
import { calls as depositsCalls } from './modules/money/deposits/calls.ts'
import { calls as exchangeCalls } from './modules/money/exchange/calls.ts'
import { calls as firstStepsCalls } from './modules/content/firstSteps/calls.ts'
import { calls as fixedCalls } from './modules/wealth/fixed/calls.ts'
import { calls as historyCalls } from './modules/trading/history/calls.ts'
import { calls as identityCalls } from './modules/identity/calls.ts'
import { calls as interestCalls } from './modules/wealth/interest/calls.ts'
import { calls as leverCalls } from './modules/trading/lever/calls.ts'
import { calls as loansCalls } from './modules/wealth/loans/calls.ts'
import { calls as marketCalls } from './modules/trading/market/calls.ts'
import { calls as passkeysCalls } from './modules/identity/passkeys/calls.ts'
import { calls as payeesCalls } from './modules/money/payees/calls.ts'
import { calls as privacyCalls } from './modules/identity/privacy/calls.ts'
import { calls as pushCalls } from './modules/identity/push/calls.ts'
import { calls as receiptsCalls } from './modules/money/receipts/calls.ts'
import { calls as riskTestCalls } from './modules/trading/riskTest/calls.ts'
import { calls as secondsCalls } from './modules/trading/seconds/calls.ts'
import { calls as securityCalls } from './modules/identity/security/calls.ts'
import { calls as selfLimitsCalls } from './modules/money/selfLimits/calls.ts'
import { calls as spotCalls } from './modules/trading/spot/calls.ts'
import { calls as statisticsCalls } from './modules/trading/statistics/calls.ts'
import { calls as tradingCalls } from './modules/trading/calls.ts'
import { calls as uploadsCalls } from './modules/content/uploads/calls.ts'
import { calls as verificationCalls } from './modules/identity/verification/calls.ts'
import { calls as walletCalls } from './modules/money/wallet/calls.ts'
import { calls as withdrawalsCalls } from './modules/money/withdrawals/calls.ts'
import type { Handlers } from './handler.ts'

/** The handler of every call of the contract. */
export const handlers: Handlers = {
  ...agreementsCalls,
  ...alertsCalls,
  ...apiCalls,
  ...bookCalls,
  ...contentCalls,
  ...depositsCalls,
  ...exchangeCalls,
  ...firstStepsCalls,
  ...fixedCalls,
  ...historyCalls,
  ...identityCalls,
  ...interestCalls,
  ...leverCalls,
  ...loansCalls,
  ...marketCalls,
  ...passkeysCalls,
  ...payeesCalls,
  ...privacyCalls,
  ...pushCalls,
  ...receiptsCalls,
  ...riskTestCalls,
  ...secondsCalls,
  ...securityCalls,
  ...selfLimitsCalls,
  ...spotCalls,
  ...statisticsCalls,
  ...tradingCalls,
  ...uploadsCalls,
  ...verificationCalls,
  ...walletCalls,
  ...withdrawalsCalls,
}
