import { useEffect } from 'react'
import { closedGate, GATES } from '../../core/gates.ts'
import { useSession } from '../../state/session.ts'
import { useRuntime } from '../runtime.ts'
import { forget, remember, remembered } from '../returning.ts'

export interface Place {
  /** As it stands in the fragment, with its query. */
  address: string
  route: string
  access: readonly string[]
  tab: boolean
}

/**
 * Whether the place may be shown. Where a gate is closed, leads to the screen that opens it and remembers where the
 * reader was going; once it is open, leads on to there.
 */
export function useGuard({ address, route, access, tab }: Place): boolean {
  const runtime = useRuntime()
  const { token, user } = useSession()
  const loggedIn = token !== null && user !== null
  const view = { loggedIn, user }
  const closed = closedGate(access, view)
  const { login } = runtime.library.manifest().shell
  const opened = closed === undefined && (route === login ? loggedIn : isOpened(route, view) && remembered() !== null)

  useEffect(() => {
    if (closed !== undefined) {
      remember(address)
      runtime.navigator.go(GATES[closed]?.route ?? login, {}, 'replace')
    } else if (opened) {
      runtime.leadOn()
    } else if (tab) {
      // The reader has turned to something else than the gate asked for.
      forget()
    }
  }, [address, closed, login, opened, runtime, tab])

  return closed === undefined && !opened
}

function isOpened(route: string, view: Parameters<typeof closedGate>[1]): boolean {
  return Object.values(GATES).some((gate) => gate.route === route && gate.open(view))
}
