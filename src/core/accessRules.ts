/** The input of an access rule. `user` is user/info's (schemas/entities/user.json), null for a visitor. */
export interface AccessInput {
  loggedIn: boolean
  user: Readonly<Record<string, unknown>> | null
}

export interface AccessRule {
  isMet(input: AccessInput): boolean
  /** The screen where the user can meet it; null for login: the shell's login screen. */
  route: string | null
  /** The user field and its number that a screen may check instead of the rule, to show its other content to everyone. */
  condition?: { field: string; equals: number }
}

/** Index of "certified" in the list of identity statuses. */
const CERTIFIED = 2

/** The rules that a screen's `access` and a contract call's `needs` may name. A rule that is not met redirects to its screen, and from there back. */
export const ACCESS_RULES: Readonly<Record<string, AccessRule>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, AccessRule>, {
    login: { isMet: ({ loggedIn }) => loggedIn, route: null },
    verified: {
      isMet: ({ user }) => user?.identity === CERTIFIED,
      route: '/pages/user/primaryAuth',
      condition: { field: 'identity', equals: CERTIFIED },
    },
    payPassword: { isMet: ({ user }) => user?.hasPayPassword === true, route: '/pages/user/editPaypwd' },
    withdrawalAddress: { isMet: ({ user }) => user?.hasWithdrawalAddress === true, route: '/pages/bankcard/index' },
  } satisfies Record<string, AccessRule>),
)

/** The first rule of a list that is not met, in order; undefined when all are met. An unknown rule is not met. */
export function unmetRule(access: readonly string[], input: AccessInput): string | undefined {
  return access.find((name) => !ACCESS_RULES[name]?.isMet(input))
}
