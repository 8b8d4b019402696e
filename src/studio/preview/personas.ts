import type { Json } from '../../core/program.ts'
import type { Persona } from './settings.ts'

const VERIFIED: Record<string, Json> = {
  account: 'ada',
  nickname: 'Ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  mode: 'real',
  identity: 2,
  advancedIdentity: 2,
  mayTrade: true,
  hasPayPassword: true,
  hasWithdrawalAddress: true,
  frozen: false,
}

/** The fields of the user that distinguish the users of a preview. */
export const PERSONA_FIELDS: Readonly<Record<Exclude<Persona, 'visitor'>, Record<string, Json>>> = {
  unverified: { account: 'ada', mode: 'real', identity: 0, advancedIdentity: 0, mayTrade: false },
  verified: VERIFIED,
  frozen: { ...VERIFIED, frozen: true, mayTrade: false },
  demo: { account: 'ada', mode: 'demo', identity: 0, advancedIdentity: 0, mayTrade: true, hasPayPassword: true },
}
