import type { AccessRule } from '../core/product.ts'

/** Index of "certified" in the list of identity statuses. */
const CERTIFIED = 2

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
  payPassword: { isMet: ({ user }) => user?.hasPayPassword === true, route: '/pages/user/editPaypwd' },
  withdrawalAddress: { isMet: ({ user }) => user?.hasWithdrawalAddress === true, route: '/pages/bankcard/index' },
} satisfies Record<string, AccessRule>
