import type { AccessRule } from '../engine/language/plugin.ts'
import { identityStatuses, positionIn } from './domain/status.ts'

const CERTIFIED = positionIn(identityStatuses, 'certified')

/** The fields of a user that decide on trading; `identity` is a position in the list of identity statuses. */
export interface Trader {
  identity: number
  mode: 'real' | 'demo'
}

/** Whether a user may trade with the account in use: real money needs a verified name, demo money does not. */
export const mayTrade = ({ identity, mode }: Trader): boolean => mode === 'demo' || identity === CERTIFIED

/**
 * The rules that a screen's `access` and a contract call's `needs` may name. The text `gate.<name>` explains a rule that is not met.
 * `login` is known to the engine: a visitor is sent to the shell's login screen.
 */
export const accessRules = {
  login: { isMet: ({ loggedIn }) => loggedIn, route: null },
  verified: {
    isMet: ({ user }) => user?.identity === CERTIFIED,
    route: '/pages/user/primaryAuth',
    condition: { field: 'identity', equals: CERTIFIED },
  },
  mayTrade: {
    isMet: ({ user }) => user?.mayTrade === true,
    route: '/pages/user/primaryAuth',
    condition: { field: 'mayTrade', equals: true },
  },
  riskTest: {
    isMet: ({ user }) => user?.riskTested === true,
    route: '/pages/user/riskTest',
    condition: { field: 'riskTested', equals: true },
  },
  payPassword: { isMet: ({ user }) => user?.hasPayPassword === true, route: '/pages/user/editPaypwd' },
  withdrawalAddress: { isMet: ({ user }) => user?.hasWithdrawalAddress === true, route: '/pages/bankcard/index' },
} satisfies Record<string, AccessRule>
