import { useEffect } from 'react'
import { unmetRule, GATES } from '../../core/accessRules.ts'
import { useSession } from '../../state/session.ts'
import { useRuntime } from '../runtime.ts'

export interface GuardTarget {
  /** Route and query. */
  address: string
  route: string
  access: readonly string[]
  /** Address the user was going to when an access rule redirected them here; null: none. */
  returnTo: string | null
}

/**
 * Whether the target may be shown. An unmet access rule redirects to the screen that satisfies it, with the target's address as
 * `returnTo`; once the rule is met, that screen navigates there.
 */
export function useGuard({ address, route, access, returnTo }: GuardTarget): boolean {
  const runtime = useRuntime()
  const { token, user } = useSession()
  const loggedIn = token !== null && user !== null
  const view = { loggedIn, user }
  const unmet = unmetRule(access, view)
  const { login } = runtime.catalogue.manifest().shell
  const isMet = unmet === undefined && (route === login ? loggedIn : returnTo !== null && isSatisfied(route, view))

  useEffect(() => {
    if (unmet !== undefined) {
      runtime.navigator.redirect(GATES[unmet]?.route ?? login, address)
    } else if (isMet) {
      runtime.resumeNavigation()
    }
  }, [address, unmet, login, isMet, runtime])

  return unmet === undefined && !isMet
}

function isSatisfied(route: string, view: Parameters<typeof unmetRule>[1]): boolean {
  return Object.values(GATES).some((rule) => rule.route === route && rule.open(view))
}
