/** The input of a gate. `user` is user/info's (schemas/entities/user.json), null for a visitor. */
export interface AccessInput {
  loggedIn: boolean
  user: Readonly<Record<string, unknown>> | null
}

export interface Gate {
  open(view: AccessInput): boolean
  /** The screen that opens it; for login, the shell's login screen. */
  route: string | null
  /** The user field and its number that a screen may check instead of the gate, to show its other content to everyone. */
  condition?: { field: string; is: number }
}

/** Index of "certified" in the list of identity statuses. */
const CERTIFIED = 2

/** The gates that a screen's `access` and a contract call's `needs` may name. A closed gate leads to its screen, and from there back. */
export const GATES: Readonly<Record<string, Gate>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, Gate>, {
    login: { open: ({ loggedIn }) => loggedIn, route: null },
    verified: { open: ({ user }) => user?.identity === CERTIFIED, route: '/pages/user/primaryAuth', condition: { field: 'identity', is: CERTIFIED } },
    payPassword: { open: ({ user }) => user?.hasPayPassword === true, route: '/pages/user/editPaypwd' },
    withdrawalAddress: { open: ({ user }) => user?.hasWithdrawalAddress === true, route: '/pages/bankcard/index' },
  } satisfies Record<string, Gate>),
)

/** The first closed gate of a list, in order; undefined when all are open. An unknown gate is closed. */
export function unmetRule(access: readonly string[], view: AccessInput): string | undefined {
  return access.find((name) => !GATES[name]?.open(view))
}
