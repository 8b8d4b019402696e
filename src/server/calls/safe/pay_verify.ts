import { asSeconds } from '../../../core/time.ts'
import type { Handler } from '../../api/handler.ts'
import type { CallId } from '../../../generated/calls.ts'
import { contract } from '../../../generated/contract.ts'
import { refuse } from '../../errors.ts'
import { issueProof, PROOF_SECONDS } from '../../security/payProofs.ts'
import { verifyPayPassword } from '../../security/secrets.ts'

const handler: Handler<'safe/pay_verify'> = async ({ call, password }, { user, context }) => {
  if (!Object.hasOwn(contract, call)) throw refuse('illegalRequest')
  // Only money calls require a proof.
  if (contract[call as CallId].effect !== 'money') throw refuse('illegalOperation')
  await verifyPayPassword(context, user, password)
  return { proof: await issueProof(context, user.id, call), expiresAfter: asSeconds(PROOF_SECONDS) }
}
export default handler
