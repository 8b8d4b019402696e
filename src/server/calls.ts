import { calls as agreementsCalls } from './agreements/calls.ts'
import { calls as alertsCalls } from './alerts/calls.ts'
import { calls as apiCalls } from './api/calls.ts'
import { calls as bookCalls } from './book/calls.ts'
import { calls as contentCalls } from './content/calls.ts'
import { calls as depositsCalls } from './deposits/calls.ts'
import { calls as exchangeCalls } from './exchange/calls.ts'
import { calls as firstStepsCalls } from './firstSteps/calls.ts'
import { calls as fixedCalls } from './fixed/calls.ts'
import { calls as historyCalls } from './history/calls.ts'
import { calls as identityCalls } from './identity/calls.ts'
import { calls as interestCalls } from './interest/calls.ts'
import { calls as leverCalls } from './lever/calls.ts'
import { calls as loansCalls } from './loans/calls.ts'
import { calls as marketCalls } from './market/calls.ts'
import { calls as passkeysCalls } from './passkeys/calls.ts'
import { calls as payeesCalls } from './payees/calls.ts'
import { calls as privacyCalls } from './privacy/calls.ts'
import { calls as pushCalls } from './push/calls.ts'
import { calls as receiptsCalls } from './receipts/calls.ts'
import { calls as riskTestCalls } from './riskTest/calls.ts'
import { calls as secondsCalls } from './seconds/calls.ts'
import { calls as securityCalls } from './security/calls.ts'
import { calls as selfLimitsCalls } from './selfLimits/calls.ts'
import { calls as spotCalls } from './spot/calls.ts'
import { calls as statisticsCalls } from './statistics/calls.ts'
import { calls as tradingCalls } from './trading/calls.ts'
import { calls as uploadsCalls } from './uploads/calls.ts'
import { calls as verificationCalls } from './verification/calls.ts'
import { calls as walletCalls } from './wallet/calls.ts'
import { calls as withdrawalsCalls } from './withdrawals/calls.ts'
import type { Handlers } from './api/handler.ts'

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
