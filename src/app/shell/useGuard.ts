import { useEffect } from 'react'
import { unmetRule, GATES } from '../../core/accessRules.ts'
import { useSession } from '../../state/session.ts'
import { useRuntime } from '../runtime.ts'

export interface GuardTarget {
  /** Route and query. */
  address: string
  route: string
  access: readonly string[]
  /** Address the user was going to when a gate redirected them here; null: none. */
  returnTo: string | null
}

/**
 * Whether the target may be shown. A closed gate redirects to the screen that opens it, with the target's address as
 * `returnTo`; once the gate is open, that screen navigates there.
 */
export function useGuard({ address, route, access, returnTo }: GuardTarget): boolean {
  const runtime = useRuntime()
  const { token, user } = useSession()
  const loggedIn = token !== null && user !== null
  const view = { loggedIn, user }
  const closed = unmetRule(access, view)
  const { login } = runtime.library.manifest().shell
  const opened = closed === undefined && (route === login ? loggedIn : returnTo !== null && isOpened(route, view))

  useEffect(() => {
    if (closed !== undefined) {
      runtime.navigator.redirect(GATES[closed]?.route ?? login, address)
    } else if (opened) {
      runtime.resumeNavigation()
    }
  }, [address, closed, login, opened, runtime])

  return closed === undefined && !opened
}

function isOpened(route: string, view: Parameters<typeof unmetRule>[1]): boolean {
  return Object.values(GATES).some((gate) => gate.route === route && gate.open(view))
}
